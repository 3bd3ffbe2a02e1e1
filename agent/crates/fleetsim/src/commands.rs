//! A simulated host's long poll: it asks for commands as an agent does, and declines them all.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crosspoint_agent::link::backoff::{Backoff, jittered};
use crosspoint_agent::link::server::{CallError, POLL};
use crosspoint_agent::link::uplink::Rhythm;
use crosspoint_wire::{AgentEvent, Command, CommandEvent, CommandEventOutcome, Offer};
use uuid::Uuid;

use crate::courier::{Courier, now_ms};
use crate::watch::{Line, Watch};

/// Between two polls, as an agent.
const PAUSE: Duration = Duration::from_secs(1);

/// Polls until the process ends. Hosts that were switched on at different times begin at different times.
pub async fn wait_for_commands(courier: Courier, host: usize, watch: Arc<Watch>, phase: Duration) {
    tokio::time::sleep(phase).await;
    let rhythm = Rhythm::default();
    let mut backoff = Backoff::new(rhythm.retry_first, rhythm.retry_longest);
    loop {
        let (server, key) = courier.line();
        watch.tried(Line::Poll);
        let begun = Instant::now();
        let wait = match server.commands(key, POLL).await {
            Ok(answer) => {
                backoff.reset();
                // The server holds it for so long once it attends to it.
                watch.answered(Line::Poll, host, begun + begun.elapsed().saturating_sub(POLL));
                decline_all(&courier, &answer.offers).await;
                PAUSE
            }
            Err(CallError::Unauthorized(reason)) => {
                eprintln!("{}: its key is refused: {reason}", courier.hostname());
                jittered(rhythm.retry_key)
            }
            Err(error) => {
                let asked = match error {
                    CallError::Unavailable { retry_after, .. } => retry_after,
                    _ => None,
                };
                watch.failed(Line::Poll, host, asked.is_some());
                backoff.next_wait_asked(asked)
            }
        };
        tokio::time::sleep(wait).await;
    }
}

async fn decline_all(courier: &Courier, offers: &[Offer]) {
    let declined: Vec<AgentEvent> = offers
        .iter()
        .filter_map(|offer| decline(offer, courier.hostname()))
        .collect();
    if declined.is_empty() {
        return;
    }
    if let Err(error) = courier.deliver(declined).await {
        eprintln!("{error}");
    }
}

/// There is no drive to do anything to.
fn decline(offer: &Offer, hostname: &str) -> Option<AgentEvent> {
    let command_id = match offer {
        Offer::Command(command) => id_of(command),
        Offer::NotUnderstood { id, .. } => *id,
        Offer::Unanswerable { .. } => return None,
    };
    Some(AgentEvent::Command(CommandEvent {
        command_id,
        id: Uuid::new_v4(),
        nvme_status: None,
        outcome: CommandEventOutcome::Declined,
        reason: Some(format!("{hostname} is simulated: it carries out no commands.")),
        run_unknown:
            matches!(offer, Offer::Command(command) if matches!(**command, Command::CancelBenchmark(_)))
                .then_some(true),
        sequence: None,
        time_ms: now_ms(),
    }))
}

fn id_of(command: &Command) -> Uuid {
    match command {
        Command::StartBenchmark(command) => command.id,
        Command::CancelBenchmark(command) => command.id,
        Command::CollectNow(command) => command.id,
        Command::ControlDrive(command) => command.id,
        Command::CreateScratchFile(command) => command.id,
        Command::RemoveScratchFile(command) => command.id,
        Command::UpgradeAgent(command) => command.id,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_declined() {
        let id = Uuid::new_v4();
        let offer = Offer::NotUnderstood {
            id,
            reason: String::new(),
        };
        let Some(AgentEvent::Command(answer)) = decline(&offer, "sim-db-001") else {
            panic!("an answer")
        };
        assert_eq!(
            (answer.command_id, answer.outcome),
            (id, CommandEventOutcome::Declined)
        );
    }
}
