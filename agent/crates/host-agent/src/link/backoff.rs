//! Waiting longer after each failure, with jitter, so that a fleet does not come back all at once.

use std::time::Duration;

/// What is added at most to a time that was asked for, unless half of it is more: the longest that a gateway with no room asks for.
const SPREAD_MOST: Duration = Duration::from_secs(15);
/// So many such answers come of a herd that is being let in, over a minute or two. After them it is an outage.
const ANSWERS_OF_A_HERD: u32 = 6;

/// Doubles from `first` to `longest`.
#[derive(Debug, Clone)]
pub struct Backoff {
    first: Duration,
    longest: Duration,
    failures: u32,
    /// Answers that asked for a time, since it worked last.
    asked: u32,
}

impl Backoff {
    /// Starts at `first`.
    #[must_use]
    pub fn new(first: Duration, longest: Duration) -> Self {
        Self {
            first,
            longest,
            failures: 0,
            asked: 0,
        }
    }

    /// How long to wait after one more failure: between half and one and a half of the doubled time.
    pub fn next_wait(&mut self) -> Duration {
        let doubled = self
            .first
            .saturating_mul(2u32.saturating_pow(self.failures.min(16)));
        self.failures += 1;
        jittered(doubled.min(self.longest))
    }

    /// How long to wait after a failure, or after an answer that asked for a time.
    pub fn next_wait_asked(&mut self, asked: Option<Duration>) -> Duration {
        match asked {
            Some(asked) => self.wait_asked(asked),
            None => self.next_wait(),
        }
    }

    /// How long to wait after an answer that asked for a time: never shorter than that, and up to half of it longer, because
    /// the whole fleet was told the same. That half doubles with each such answer, so that a fleet that is told a short time
    /// again and again spreads: to 15 s at first, and to the longest wait once it has been told so for minutes. It is no failure: whoever
    /// asks for a time is there.
    pub fn wait_asked(&mut self, asked: Duration) -> Duration {
        let asked = asked.max(self.first);
        let most = if self.asked < ANSWERS_OF_A_HERD {
            SPREAD_MOST
        } else {
            self.longest.saturating_sub(asked).max(SPREAD_MOST)
        };
        let wait = spread(asked, self.asked, most, rand::random());
        self.asked = self.asked.saturating_add(1);
        wait
    }

    /// It worked: start over.
    pub fn reset(&mut self) {
        self.failures = 0;
        self.asked = 0;
    }
}

/// A time that was asked for so many times before, and this share (0 to 1) of what may be added to it.
fn spread(asked: Duration, times: u32, most: Duration, share: f64) -> Duration {
    let half = asked / 2;
    let doubled = half.saturating_mul(2u32.saturating_pow(times.min(16)));
    asked + doubled.min(most).max(half).mul_f64(share)
}

/// Between half and one and a half of `wait`.
#[must_use]
pub fn jittered(wait: Duration) -> Duration {
    wait.mul_f64(0.5 + rand::random::<f64>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grows_to_its_limit_and_starts_over() {
        let mut backoff = Backoff::new(Duration::from_secs(1), Duration::from_secs(60));
        for expected_seconds in [1, 2, 4, 8, 16, 32, 60, 60] {
            let expected = Duration::from_secs(expected_seconds);
            let wait = backoff.next_wait();
            assert!(
                wait >= expected / 2 && wait <= expected * 3 / 2,
                "{wait:?} for {expected:?}"
            );
        }
        backoff.reset();
        assert!(backoff.next_wait() <= Duration::from_millis(1500));
    }

    #[test]
    fn a_fleet_that_was_told_to_wait_does_not_come_back_all_at_once() {
        let asked = Duration::from_secs(100);
        let waits: Vec<Duration> = (0..100)
            .map(|_| Backoff::new(Duration::from_secs(1), asked).next_wait_asked(Some(asked)))
            .collect();
        let (first, last) = (waits.iter().min().unwrap(), waits.iter().max().unwrap());
        assert!(*first >= asked && *last <= asked * 3 / 2, "{first:?} to {last:?}");
        // A hundred uniform draws that all fall into half of their range: one in 2^99.
        assert!(*last - *first > Duration::from_secs(25), "{first:?} to {last:?}");
    }

    #[test]
    fn a_time_that_is_asked_for_again_and_again_is_spread_wider_and_never_cut_short() {
        let asked = Duration::from_secs(2);
        // 1 s, 2, 4 and 8 more than asked for; then 15.
        for (times, longest_seconds) in (0..).zip([3, 4, 6, 10, 17, 17]) {
            let (least, most) = (
                spread(asked, times, SPREAD_MOST, 0.0),
                spread(asked, times, SPREAD_MOST, 1.0),
            );
            assert_eq!(
                (least, most),
                (asked, Duration::from_secs(longest_seconds)),
                "{times}"
            );
        }
        let long = spread(Duration::from_secs(100), 20, SPREAD_MOST, 1.0);
        assert_eq!(long, Duration::from_secs(150), "half of it is more than 15 s");
    }

    #[test]
    fn a_server_that_asks_for_a_time_is_no_failure_however_often_it_does() {
        let second = Duration::from_secs(1);
        let mut backoff = Backoff::new(second, second * 60);
        // As long as it may be a herd: six times.
        for _ in 0..6 {
            let wait = backoff.next_wait_asked(Some(second));
            assert!((second..=second * 16).contains(&wait), "{wait:?}");
        }
        let waits: Vec<Duration> = (0..100).map(|_| backoff.next_wait_asked(Some(second))).collect();
        assert!(
            waits.iter().all(|wait| (second..=second * 61).contains(wait)),
            "{waits:?}"
        );
        // Of a hundred uniform draws from 1 to 61 s none above 16: one in 10^60.
        assert!(
            waits.iter().any(|wait| *wait > second * 16),
            "an outage is not asked as often as a herd: {waits:?}"
        );
        let wait = backoff.next_wait_asked(None);
        assert!(wait <= Duration::from_millis(1500), "the first failure: {wait:?}");
        backoff.reset();
        let wait = backoff.next_wait_asked(Some(second));
        assert!(wait <= Duration::from_millis(1500), "the first again: {wait:?}");
    }

    #[test]
    fn a_server_that_asks_for_no_time_at_all_is_not_asked_again_at_once() {
        let second = Duration::from_secs(1);
        let wait = Backoff::new(second, second * 60).next_wait_asked(Some(Duration::ZERO));
        assert!((second..=second * 3 / 2).contains(&wait), "{wait:?}");
    }
}
