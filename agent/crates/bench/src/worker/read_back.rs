//! Verified data are read once more when the run is over: what was written must still be there, all of it.

use super::{Trouble, WAIT, Worker};
use crate::clock::Clock;
use crate::engine::{Engine, Wait};
use crate::errors::FAILURES_IN_A_ROW_MAX;
use std::sync::atomic::Ordering;

impl<E: Engine, C: Clock> Worker<'_, E, C> {
    /// Reads every block back that the run has written. In no figure but those of the verification and the errors.
    pub(super) fn read_back(&mut self) {
        if !self.plan.directions.write || self.content.verification().is_none() {
            return;
        }
        let mut next = 0;
        let mut free: Vec<u16> = (0..self.plan.depth).collect();
        let wait = Wait {
            completions: 1,
            at_most: WAIT,
        };
        loop {
            let stopped = self.shared.stop.load(Ordering::Relaxed) || self.report.trouble.is_some();
            while let Some(slot) = free.pop_if(|_| !stopped) {
                let Some((operation, behind)) = self.content.next_written(next) else {
                    break;
                };
                next = behind;
                self.prepare(slot, operation);
            }
            if self.in_flight == 0 {
                return;
            }
            if let Err(error) = self.engine.submit(wait) {
                self.report.trouble = Some(Trouble::Engine(error));
                return;
            }
            for _ in 0..self.engine.completed() {
                let completion = self.engine.take();
                let operation = self.slots[usize::from(completion.slot)].operation;
                self.in_flight -= 1;
                free.push(completion.slot);
                match self.settle(completion, operation) {
                    None => {
                        self.failures_in_a_row = 0;
                        self.content.was_read_back(operation.length);
                    }
                    Some(failed) => {
                        self.report.errors.count(failed);
                        self.failures_in_a_row += 1;
                        if failed.ends_the_run() || self.failures_in_a_row >= FAILURES_IN_A_ROW_MAX {
                            self.report.trouble = Some(Trouble::Operations(failed));
                        }
                    }
                }
            }
        }
    }
}
