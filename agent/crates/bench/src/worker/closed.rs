//! The closed loop: each operation that comes back is replaced at once, so that the depth is constant.

use super::{WAIT, Worker};
use crate::clock::Clock;
use crate::engine::{Engine, Wait};
use std::io;

impl<E: Engine, C: Clock> Worker<'_, E, C> {
    /// Times are read just before operations are handed over and just after some came back.
    pub(super) fn closed_loop(&mut self) -> io::Result<()> {
        let wait = Wait {
            completions: self.shared.batch,
            at_most: WAIT,
        };
        for slot in 0..self.plan.depth {
            self.start_next(slot);
        }
        while self.in_flight > 0 {
            let submitted_ns = self.clock.now_ns();
            for &slot in &self.prepared {
                self.slots[usize::from(slot)].started_ns = submitted_ns;
            }
            self.prepared.clear();
            self.engine.submit(wait)?;
            let now_ns = self.clock.now_ns();
            if self.is_over(now_ns) {
                return Ok(());
            }
            for _ in 0..self.engine.completed() {
                let completion = self.engine.take();
                self.complete(completion, now_ns);
                self.start_next(completion.slot);
            }
        }
        Ok(())
    }

    /// Starts an operation in a free slot, unless all that is to be moved is under way.
    #[inline]
    fn start_next(&mut self, slot: u16) {
        if self.budget_bytes > 0 {
            self.start(slot, None);
        }
    }
}
