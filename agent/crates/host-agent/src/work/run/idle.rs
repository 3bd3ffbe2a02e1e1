//! Sends nothing for a while.

use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::prepared::Prepared;
use super::runs::Runs;
use super::stop::{StopSignal, asked_to_stop};
use super::walk::Break;

/// How often it is told how far it came.
const TOLD_EVERY: Duration = Duration::from_secs(10);

impl Runs {
    /// Leaves the drive alone, and tells how long it still does.
    pub(super) async fn idle(
        &self,
        prepared: &Prepared,
        duration: Duration,
        stop: &mut StopSignal,
    ) -> Result<(), Break> {
        let began = Instant::now();
        loop {
            let left = duration.saturating_sub(began.elapsed());
            if left.is_zero() {
                return Ok(());
            }
            self.ledger.progress(
                prepared.command_id,
                "idle",
                Some(percent(began.elapsed(), duration)),
            );
            tokio::select! {
                () = sleep(left.min(TOLD_EVERY)) => {}
                stopped = asked_to_stop(stop) => return Err(stopped.into()),
            }
        }
    }
}

fn percent(elapsed: Duration, of: Duration) -> u8 {
    let percent = elapsed.as_millis() * 100 / of.as_millis().max(1);
    u8::try_from(percent.min(100)).unwrap_or(100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_a_share_of_the_whole() {
        let seconds = Duration::from_secs;
        assert_eq!(percent(seconds(0), seconds(600)), 0);
        assert_eq!(percent(seconds(299), seconds(600)), 49);
        assert_eq!(percent(seconds(601), seconds(600)), 100);
        assert_eq!(percent(seconds(1), seconds(0)), 100);
    }
}
