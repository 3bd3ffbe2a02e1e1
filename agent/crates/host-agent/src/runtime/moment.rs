//! Moments that outlast a restart of the agent and of its host. This host's wall clock may be wrong by years after a boot, and
//! jump while the agent runs; so a moment is also known by the time since boot, and by the server's clock once it was heard.

use std::sync::Mutex;
use std::time::Duration;

use nix::time::{ClockId, clock_gettime};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use super::clock::now_ms;
use super::dating::{Dated, Heard};
use super::locked::locked;

/// How far the server's clock may be set back between two moments.
const SERVER_STEP_MS: u64 = 5 * 60 * 1000;
/// An answer that took longer does not say what time it is.
const ANSWER_LIMIT_MS: u64 = 2000;

/// A moment by every clock that there is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Moment {
    /// Unix milliseconds by this host's clock.
    pub time_ms: u64,
    /// Which boot of the host it was in.
    pub boot_id: String,
    /// Since that boot, with the time that the host slept.
    pub boot_ms: u64,
    /// Unix milliseconds by the server's clock; absent until it is heard.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server_ms: Option<u64>,
}

/// The time between two moments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passed {
    /// By a clock that does not jump.
    Known(Duration),
    /// By this host's clock alone, over a boot: nothing contradicts it, and nothing confirms it.
    Said(Duration),
    /// This host's clock was set back by more than it can have been.
    Unknown,
}

impl Moment {
    /// The time from this moment to a later one.
    #[must_use]
    pub fn until(&self, later: &Self) -> Passed {
        if self.boot_id == later.boot_id && self.boot_ms <= later.boot_ms {
            return Passed::Known(Duration::from_millis(later.boot_ms - self.boot_ms));
        }
        if let (Some(before), Some(after)) = (self.server_ms, later.server_ms)
            && before <= after + SERVER_STEP_MS
        {
            return Passed::Known(Duration::from_millis(after.saturating_sub(before)));
        }
        // It was before this boot, so at least the time since this boot has passed.
        match later.time_ms.checked_sub(self.time_ms) {
            Some(passed) if passed >= later.boot_ms => Passed::Said(Duration::from_millis(passed)),
            _ => Passed::Unknown,
        }
    }
}

/// This host's clocks, and the server's as it was last heard.
#[derive(Debug)]
pub struct Clocks {
    boot_id: String,
    heard: watch::Sender<Option<Heard>>,
    /// Whether the server has said what it asks for, since the agent started.
    asked: watch::Sender<bool>,
    dated: Mutex<Dated>,
}

impl Default for Clocks {
    fn default() -> Self {
        let boot_id = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
        Self {
            boot_id: boot_id.trim().to_owned(),
            heard: watch::Sender::new(None),
            asked: watch::Sender::new(false),
            dated: Mutex::default(),
        }
    }
}

impl Clocks {
    /// Now.
    #[must_use]
    pub fn now(&self) -> Moment {
        let boot_ms = since_boot_ms();
        Moment {
            time_ms: now_ms(),
            boot_id: self.boot_id.clone(),
            boot_ms,
            server_ms: self.heard.borrow().map(|heard| heard.server_ms(boot_ms)),
        }
    }

    /// By which time an event is dated that this host's clock dated a moment ago: by that clock, unless it is the one that is wrong.
    #[must_use]
    pub fn event_ms(&self, own_ms: u64) -> u64 {
        let mut dated = locked(&self.dated);
        let (now_ms, boot_ms) = (now_ms(), since_boot_ms());
        let time_ms = match *self.heard.borrow() {
            Some(heard) => heard.time_ms(now_ms, boot_ms),
            None => now_ms,
        };
        *dated = dated.on(time_ms, boot_ms);
        dated.then_ms(own_ms, now_ms)
    }

    /// Takes down what the server's clock shows now.
    pub fn heard(&self, server_ms: u64) {
        let (own_ms, boot_ms) = (now_ms(), since_boot_ms());
        self.heard.send_modify(|heard| {
            *heard = Some(Heard::after(*heard, server_ms, own_ms, boot_ms));
        });
    }

    /// Asks with `question`, and takes down what the server's clock shows by its answer, unless that took too long to say what it
    /// shows now.
    pub async fn hearing<T, E>(
        &self,
        question: impl Future<Output = Result<T, E>>,
        server_ms: impl FnOnce(&T) -> u64,
    ) -> Result<T, E> {
        let asked_ms = since_boot_ms();
        let answer = question.await;
        if let Ok(answer) = &answer
            && since_boot_ms() - asked_ms <= ANSWER_LIMIT_MS
        {
            self.heard(server_ms(answer));
        }
        answer
    }

    /// What the server asks for was looked at. Whoever waits for that goes on.
    pub fn asked(&self) {
        self.asked.send_replace(true);
    }

    /// Returns when the server's clock was heard since the agent started.
    pub async fn until_heard(&self) {
        let mut heard = self.heard.subscribe();
        // The sender lives as long as this does.
        let _ = heard.wait_for(Option::is_some).await;
    }

    /// Returns when what the server asks for was looked at since the agent started.
    pub async fn until_asked(&self) {
        let mut asked = self.asked.subscribe();
        let _ = asked.wait_for(|asked| *asked).await;
    }
}

/// Never jumps, and goes on while the host sleeps.
fn since_boot_ms() -> u64 {
    let since = clock_gettime(ClockId::CLOCK_BOOTTIME).map(Duration::from);
    u64::try_from(since.unwrap_or_default().as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: u64 = 3_600_000;
    /// 2026.
    const THEN: u64 = 1_790_000_000_000;

    fn moment(boot_id: &str, boot_ms: u64, time_ms: u64, server_ms: Option<u64>) -> Moment {
        Moment {
            time_ms,
            boot_id: boot_id.to_owned(),
            boot_ms,
            server_ms,
        }
    }

    fn hours(hours: u64) -> Duration {
        Duration::from_millis(hours * HOUR)
    }

    #[test]
    fn within_one_boot_no_clock_that_can_be_set_counts() {
        let before = moment("a", HOUR, THEN, Some(THEN));
        for time_ms in [0, THEN, 10 * THEN] {
            let after = moment("a", 3 * HOUR, time_ms, Some(time_ms));
            assert_eq!(before.until(&after), Passed::Known(hours(2)));
        }
    }

    #[test]
    fn over_a_boot_the_servers_clock_counts_whatever_this_hosts_shows() {
        let before = moment("a", 90 * HOUR, THEN, Some(THEN));
        for time_ms in [0, THEN, THEN + 2 * HOUR, 10 * THEN] {
            let after = moment("b", HOUR, time_ms, Some(THEN + 2 * HOUR));
            assert_eq!(before.until(&after), Passed::Known(hours(2)));
        }
        let set_back_a_little = moment("b", 1, THEN, Some(THEN - 1));
        assert_eq!(before.until(&set_back_a_little), Passed::Known(hours(0)));
    }

    #[test]
    fn over_a_boot_this_hosts_clock_alone_is_not_sure_and_one_that_was_set_back_says_nothing() {
        let before = moment("a", 90 * HOUR, THEN, Some(THEN));
        let after = |time_ms| before.until(&moment("b", HOUR, time_ms, None));
        assert_eq!(after(THEN + 2 * HOUR), Passed::Said(hours(2)));
        assert_eq!(after(THEN + 90 * HOUR), Passed::Said(hours(90)));
        assert_eq!(after(0), Passed::Unknown);
        // It has been up for an hour.
        assert_eq!(after(THEN + HOUR - 1), Passed::Unknown);
    }

    #[test]
    fn the_servers_clock_goes_on_by_the_time_since_boot() {
        let clocks = Clocks::default();
        assert_eq!(clocks.now().server_ms, None);
        clocks.heard(THEN);
        let passed = clocks.now().server_ms.map(|now| now - THEN);
        assert!(passed.is_some_and(|passed| passed < HOUR), "{passed:?}");
        assert_eq!(clocks.now().boot_id.len(), 36);
        assert!(clocks.now().boot_ms > 0);
    }
}
