//! Begins a run that was decided on.

use std::sync::Arc;

use crosspoint_bench::plan::Walk;
use crosspoint_wire::StartBenchmarkCommand;

use super::runs::Runs;
use super::walk::Course;
use crate::work::journal::State;

impl Runs {
    /// Judges a run, takes it on and walks its plan; or declines it.
    pub async fn start(self: &Arc<Self>, command: StartBenchmarkCommand) {
        let (id, run_id) = (command.id, command.run_id);
        let prepared = match self.prepare(command.clone()).await {
            Ok(prepared) => prepared,
            Err(reason) => return self.ledger.decline(id, reason).await,
        };
        // A drive that does not say can be measured, and is not told from another after a restart.
        let namespace = self.mark(&prepared).await.unwrap_or_else(|reason| {
            tracing::warn!(%run_id, reason, "the namespace could not be identified before the run");
            None
        });
        // On disk before it is accepted: a run that is accepted can go on after a crash.
        let record = match self.records.begin(command, namespace).await {
            Ok(record) => record,
            Err(reason) => return self.ledger.decline(id, reason).await,
        };
        let stop = self.reserve(id, run_id);
        let accepted = State::Accepted { run_id: Some(run_id) };
        if !self.ledger.accept(id, accepted).await {
            self.records.forget(run_id);
            return self.release(run_id);
        }
        let course = Course::new(Walk::new(&prepared.plan), record, Vec::new());
        let runs = Arc::clone(self);
        tokio::spawn(async move { runs.execute(prepared, course, stop).await });
    }
}
