//! What a crash interrupted is reported, and put back; nothing of it is done again.

use crosspoint_wire::RunFinishedEventOutcome;
use uuid::Uuid;

use super::ending::Ending;
use super::runs::Runs;
use crate::runtime::clock::now_ms;
use crate::work::journal::State;

const REASON: &str = "the agent or its host went down before it finished";

impl Runs {
    /// Reports the commands that a crash interrupted. Nothing of them is done again.
    pub async fn settle_interrupted(&self) {
        for (command_id, state) in self.ledger.unsettled() {
            self.settle(command_id, state).await;
        }
        self.restores.put_back_all(&self.drives).await;
    }

    async fn settle(&self, command_id: Uuid, state: State) {
        match state {
            State::AtPoint(point) => {
                let ending = Ending {
                    stopped: Some(REASON.to_owned()),
                    ..Ending::default()
                };
                // The server takes an event id once: if the point's real end is already there, this one is ignored.
                self.ledger.report(point.finished(ending, now_ms())).await;
                self.interrupt_run(command_id, point.run_id).await;
            }
            State::Accepted { run_id: Some(run_id) } => self.interrupt_run(command_id, run_id).await,
            State::Accepted { run_id: None } | State::Settled => {
                self.ledger.interrupt(command_id, REASON.to_owned()).await;
            }
            State::Acting { action } => {
                let reason = format!(
                    "the agent or its host went down during this {action}: its progress is unknown, and it is not started \
                     again. Check the drive before you request it again"
                );
                self.ledger.interrupt(command_id, reason).await;
            }
            State::Ended(ending) => self.ledger.end(command_id, ending).await,
        }
    }

    async fn interrupt_run(&self, command_id: Uuid, run_id: Uuid) {
        let outcome = RunFinishedEventOutcome::Interrupted;
        self.ledger
            .finish_run(command_id, run_id, outcome, Some(REASON.to_owned()))
            .await;
    }
}
