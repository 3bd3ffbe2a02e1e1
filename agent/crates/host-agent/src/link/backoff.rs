//! Waiting longer after each failure, with jitter, so that a fleet does not come back all at once.

use std::time::Duration;

/// Doubles from `first` to `longest`.
#[derive(Debug, Clone)]
pub struct Backoff {
    first: Duration,
    longest: Duration,
    failures: u32,
}

impl Backoff {
    /// Starts at `first`.
    #[must_use]
    pub fn new(first: Duration, longest: Duration) -> Self {
        Self {
            first,
            longest,
            failures: 0,
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

    /// The same after an answer that asked for a time: never sooner than that, and up to half of it later, because the
    /// whole fleet was told the same.
    pub fn next_wait_asked(&mut self, asked: Option<Duration>) -> Duration {
        let later = asked.map(|asked| asked.mul_f64(1.0 + rand::random::<f64>() / 2.0));
        self.next_wait().max(later.unwrap_or_default())
    }

    /// It worked: start over.
    pub fn reset(&mut self) {
        self.failures = 0;
    }
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
}
