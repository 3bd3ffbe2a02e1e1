//! Makes the database of a step on the target of its run, and takes it away.

use std::sync::Arc;

use crosspoint_bench::plan::DatabasePoint;

use super::database::{Broken, Making, OpenDatabase, Packages, Server, make_beside, make_on_drive};
use super::prepared::Prepared;
use super::runs::Runs;
use super::stop::StopSignal;

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
            None => make_beside(
                &prepared.target,
                prepared.run_id,
                scale,
                launcher,
                &self.leftovers,
            )?,
            Some(target) => {
                let making = Making {
                    target,
                    run_id: prepared.run_id,
                    scale,
                    launcher,
                    leftovers: &self.leftovers,
                    drives: &self.drives,
                };
                make_on_drive(making, stop).await?
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
    pub(super) async fn close_database(
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
