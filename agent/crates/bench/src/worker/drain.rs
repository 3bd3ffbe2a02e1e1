//! The operations in flight at the end of the run.

use super::{Trouble, WAIT, Worker};
use crate::clock::Clock;
use crate::engine::{Engine, Wait};

/// How long operations in flight are waited for after the end. The kernel's NVMe driver gives one up after
/// 30 s and a reset; after twice that, with room, it will not come back.
const DRAIN_NS_MAX: u64 = 90_000_000_000;

impl<E: Engine, C: Clock> Worker<'_, E, C> {
    /// Waits until all are back: a buffer may not go away while the kernel writes to it, and an operation that
    /// takes for ever must not be missed just because the run is over.
    pub(super) fn drain(&mut self) {
        let give_up_ns = self.clock.now_ns() + DRAIN_NS_MAX;
        let wait = Wait {
            completions: 1,
            at_most: WAIT,
        };
        loop {
            let back = self.engine.completed();
            let now_ns = self.clock.now_ns();
            for _ in 0..back {
                let completion = self.engine.take();
                let slot = self.slots[usize::from(completion.slot)];
                self.in_flight -= 1;
                let latency_ns = now_ns.saturating_sub(slot.started_ns);
                self.report.slowest_uncounted_ns = self.report.slowest_uncounted_ns.max(latency_ns);
                if let Some(failed) = self.settle(completion, slot.operation) {
                    self.errors_at(now_ns).count(failed);
                }
            }
            if self.in_flight == 0 {
                return;
            }
            if now_ns >= give_up_ns || self.engine.submit(wait).is_err() {
                self.report.trouble = Some(Trouble::Stuck(self.in_flight));
                return;
            }
        }
    }
}
