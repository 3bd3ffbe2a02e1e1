//! What the drive counts, before the first step of a run and after its last one.

use crosspoint_wire::{self as wire, RunCountersEventMoment as Moment};

use super::prepared::Prepared;
use super::runs::Runs;
use crate::link::outbox::once;
use crate::runtime::clock::now_ms;

impl Runs {
    /// Reads and reports them; a file has none. A drive that does not answer holds a run up no longer than its first call.
    pub(super) async fn tell_counters(&self, prepared: &Prepared, moment: Moment) {
        let Some(target) = &prepared.drive else {
            return;
        };
        let counters = self.drives.counters(&target.drive).await;
        let event = wire::RunCountersEvent {
            error_log: counters.error_log,
            id: once(prepared.run_id, &format!("runCounters/{moment}")),
            log: counters.log,
            moment,
            problem: counters.problem,
            run_id: prepared.run_id,
            sequence: None,
            time_ms: now_ms(),
            vendor_logs: counters.vendor_logs,
        };
        self.ledger.report(event).await;
    }
}
