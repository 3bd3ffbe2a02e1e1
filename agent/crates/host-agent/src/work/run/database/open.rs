//! A database from its making to its end: it serves the points of one step.

use std::sync::Arc;

use crosspoint_bench::plan::DatabasePoint;

use super::super::prepared::Prepared;
use super::super::runs::Runs;
use super::super::stop::StopSignal;
use super::child::Broken;
use super::packages::Packages;
use super::server::Server;
use super::{directory_site, drive_site};

/// A database that is there, with all its rows.
pub(in crate::work::run) struct OpenDatabase {
    pub(super) step_path: Vec<u32>,
    pub(super) server: Server,
}

impl OpenDatabase {
    /// Whether the next action is another point of the same step.
    pub fn serves(&self, step_path: &[u32]) -> bool {
        self.step_path == step_path
    }
}

impl Runs {
    /// Makes the file system, the server and the rows. What of it is there when it fails is taken away by
    /// [`Self::close_database`].
    pub(super) async fn open_database(
        &self,
        prepared: &Prepared,
        point: &DatabasePoint,
        stop: &mut StopSignal,
    ) -> Result<OpenDatabase, Broken> {
        let packages = Packages::find()?;
        let told = |phase: &str| self.ledger.progress(prepared.command_id, phase, None);
        told("making a file system for the database");
        let launcher = std::env::current_exe().map_err(|error| error.to_string())?;
        let launcher = self.launcher.clone().unwrap_or(launcher);
        let scale = point.spec.scale;
        let site = match &prepared.drive {
            None => directory_site::make(
                &prepared.target,
                prepared.run_id,
                scale,
                launcher,
                &self.leftovers,
            )?,
            Some(target) => {
                let making = drive_site::Making {
                    target,
                    run_id: prepared.run_id,
                    scale,
                    launcher,
                    leftovers: &self.leftovers,
                    drives: &self.drives,
                };
                drive_site::make(making, stop).await?
            }
        };
        told("starting PostgreSQL");
        let server = Server::start(site, packages, &point.spec, stop).await?;
        told("loading the database");
        match server.load(&point.spec, stop).await {
            Ok(()) => Ok(OpenDatabase {
                step_path: point.step_path.clone(),
                server,
            }),
            Err(broken) => {
                server.stop().await;
                Err(broken)
            }
        }
    }

    /// Stops the server of a run and takes away all that was made for it.
    ///
    /// # Errors
    /// What is left; the next start of the agent tries again.
    pub(in crate::work::run) async fn close_database(
        &self,
        prepared: &Prepared,
        open: Option<OpenDatabase>,
    ) -> Result<(), String> {
        if let Some(open) = open {
            open.server.stop().await;
        }
        let removed = self
            .leftovers
            .remove(prepared.run_id, &Arc::clone(&self.drives))
            .await;
        if let Err(reason) = &removed {
            tracing::error!(run_id = %prepared.run_id, reason, "something of a database is left");
        }
        removed
    }
}
