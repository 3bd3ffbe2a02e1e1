//! A point of a database: its transactions, told and judged.

use std::time::Duration;

use crosspoint_bench::plan::{DatabasePoint, DatabaseSpec, Feedback};

use super::database::{
    Broken, DatabasePlace, Measured, OpenDatabase, Server, survey, transactions, warnings_of,
};
use super::prepared::Prepared;
use super::runs::Runs;
use super::stop::{Stop, StopSignal};
use super::walk::Break;

impl Runs {
    /// Measures a point on the database of its step, which is made if it is not there.
    pub(super) async fn transact(
        &self,
        prepared: &Prepared,
        point: &DatabasePoint,
        told: (u8, Vec<String>),
        open: &mut Option<OpenDatabase>,
        stop: &mut StopSignal,
    ) -> Result<Feedback, Break> {
        let place = DatabasePlace::of(point, prepared.run_id, told.0, told.1).map_err(Break::Failed)?;
        if let Err(reason) = self.may_transact(prepared, open.is_some()).await {
            let number = point.sequence + 1;
            let reason = format!("point {number} ({}) was not started: {reason}", point.spec);
            return Err(Break::Failed(reason));
        }
        self.measures(prepared.run_id, vec![place.sequence]);
        let mut warnings = Vec::new();
        let measured = self
            .measure_transactions(prepared, point, &place, (open, &mut warnings), stop)
            .await;
        self.has_measured(prepared.run_id);
        let mut closed = Ok(());
        if measured.is_err() {
            // Whatever is left of it is in no known state: the next point makes it anew.
            closed = self.close_database(prepared, open.take()).await;
        }
        if let Err(Broken::Stopped(Stop::Suspend)) = measured {
            return Err(Break::Suspended);
        }
        self.ledger.report(place.finished(&measured, warnings)).await;
        closed.map_err(Break::Failed)?;
        match measured {
            Ok(_) => Ok(Feedback::Done),
            Err(Broken::Failed(reason)) => Ok(Feedback::Failed { reason }),
            Err(Broken::Stopped(Stop::Skip(reason))) => Ok(Feedback::Skipped { reason }),
            Err(Broken::Stopped(stopped)) => Err(stopped.into()),
        }
    }

    async fn measure_transactions(
        &self,
        prepared: &Prepared,
        point: &DatabasePoint,
        place: &DatabasePlace,
        (open, warnings): (&mut Option<OpenDatabase>, &mut Vec<String>),
        stop: &mut StopSignal,
    ) -> Result<Measured, Broken> {
        if open.is_none() {
            *open = Some(self.open_database(prepared, point, stop).await?);
        }
        let Some(OpenDatabase { server, .. }) = open else {
            return Err(Broken::Failed("there is no database".to_owned()));
        };
        // Each point begins with its log and its dirty pages written.
        server.ask("CHECKPOINT", stop).await?;
        let environment = survey(server, &point.spec, prepared.firmware.clone(), stop).await?;
        *warnings = warnings_of(&environment);
        self.ledger
            .report(place.started(environment, warnings.clone()))
            .await;
        self.run_transactions(prepared, server, &point.spec, stop).await
    }

    async fn run_transactions(
        &self,
        prepared: &Prepared,
        server: &Server,
        spec: &DatabaseSpec,
        stop: &mut StopSignal,
    ) -> Result<Measured, Broken> {
        let told = |phase: &str| {
            let phase = format!("{phase}, {} clients", spec.clients);
            self.ledger.progress(prepared.command_id, &phase, None);
        };
        if spec.ramp > Duration::ZERO {
            told("warm-up of the database");
            transactions(server, spec, spec.ramp.as_secs(), stop).await?;
        }
        told("transactions");
        transactions(server, spec, spec.duration.as_secs(), stop).await
    }
}
