//! The time of a run.
//!
//! At depth 1 the clock is read twice for each operation, and what a reading costs is part of every latency. The
//! processor's counter is read in about a third of the time that the kernel's clock takes; both are compared over each run.

mod counter;

use crate::host::{Host, attribute};
use std::fmt;
use std::time::{Duration, Instant};

/// The kernel's own clocks that are nothing but the processor's counter, which it has then found to be steady and the
/// same on all processors.
const COUNTERS: [&str; 2] = ["tsc", "arch_sys_counter"];
/// How long the counter's rate is measured: with [`READINGS`] the error stays far below [`DISAGREEMENT_MAX`].
const RATE_MEASURED_FOR: Duration = Duration::from_millis(20);
/// Readings of both clocks of which the least disturbed counts.
const READINGS: usize = 16;
/// Difference between both clocks that is said. The kernel's own may be slewed by 0.05 % while it is being set.
const DISAGREEMENT_MAX: f64 = 0.001;
/// In a shorter run the reading itself would be seen as a difference.
const COMPARABLE: Duration = Duration::from_millis(100);

/// The time since the start of a run.
pub trait Clock {
    /// Nanoseconds since the start.
    fn now_ns(&self) -> u64;
}

/// Where the time of a run comes from.
#[derive(Debug, Clone)]
pub enum Source {
    /// The kernel's monotonic clock.
    Kernel,
    /// The processor's counter.
    Counter {
        /// What a tick is worth, in 2^-32 ns.
        tick: u64,
    },
}

impl Source {
    /// The processor's counter if the kernel on `host` goes by it as well, else the kernel's clock. Takes 20 ms.
    pub fn choose(host: &Host) -> Self {
        let name = attribute(
            &host
                .sys
                .join("devices/system/clocksource/clocksource0/current_clocksource"),
        );
        if !counter::READABLE || name.is_none_or(|name| !COUNTERS.contains(&name.as_str())) {
            return Source::Kernel;
        }
        match measure_tick() {
            Some(tick) => Source::Counter { tick },
            None => Source::Kernel,
        }
    }

    /// A clock that starts now.
    pub fn start(&self) -> RunClock {
        let (began, counted) = match self {
            Source::Kernel => (Instant::now(), 0),
            Source::Counter { .. } => read_both(),
        };
        RunClock {
            source: self.clone(),
            began,
            counted,
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Source::Kernel => "kernel",
            Source::Counter { .. } => "counter",
        })
    }
}

/// The time since [`Source::start`].
#[derive(Debug, Clone)]
pub struct RunClock {
    source: Source,
    began: Instant,
    /// The counter at that moment.
    counted: u64,
}

impl Clock for RunClock {
    #[inline]
    fn now_ns(&self) -> u64 {
        match &self.source {
            Source::Kernel => nanoseconds(self.began.elapsed()),
            Source::Counter { tick } => in_ns(counter::ticks().saturating_sub(self.counted), *tick),
        }
    }
}

impl RunClock {
    /// What makes the times since the start doubtful: the counter and the kernel's clock are not at one.
    pub fn doubt(&self) -> Option<String> {
        let Source::Counter { tick } = &self.source else {
            return None;
        };
        let (now, counted) = read_both();
        let by_kernel = now - self.began;
        let by_counter = in_ns(counted.saturating_sub(self.counted), *tick);
        let difference = by_counter as f64 / nanoseconds(by_kernel) as f64 - 1.0;
        (by_kernel >= COMPARABLE && difference.abs() > DISAGREEMENT_MAX).then(|| {
            format!(
                "the processor's counter and the kernel's clock differ by {:+.2} %: the clock was set, or the machine was \
                 suspended or moved; repeat the run",
                difference * 100.0
            )
        })
    }
}

/// The worth of a tick of the counter in 2^-32 ns, by the kernel's clock.
fn measure_tick() -> Option<u64> {
    let (began, first) = read_both();
    while began.elapsed() < RATE_MEASURED_FOR {
        std::hint::spin_loop();
    }
    let (ended, last) = read_both();
    let ticks = u128::from(last.checked_sub(first)?);
    let ns = u128::from(nanoseconds(ended - began));
    u64::try_from((ns << 32).checked_div(ticks)?).ok()
}

/// Both clocks at one moment: the least disturbed of several readings, for between two the thread may be interrupted.
fn read_both() -> (Instant, u64) {
    let read = |_| {
        let before = Instant::now();
        let counted = counter::ticks();
        let took = before.elapsed();
        (took, before + took / 2, counted)
    };
    let (_, moment, counted) = (0..READINGS)
        .map(read)
        .min_by_key(|&(took, ..)| took)
        .expect("there is more than one reading");
    (moment, counted)
}

#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "2^64 ns are 584 years, and a tick is worth no more than some ns"
)]
fn in_ns(ticks: u64, tick: u64) -> u64 {
    ((u128::from(ticks) * u128::from(tick)) >> 32) as u64
}

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "2^64 ns are 584 years")]
fn nanoseconds(duration: Duration) -> u64 {
    duration.as_nanos() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn host_with(clocksource: Option<&str>) -> (tempfile::TempDir, Host) {
        let directory = tempfile::tempdir().unwrap();
        let sys = directory.path().to_owned();
        if let Some(name) = clocksource {
            let place = sys.join("devices/system/clocksource/clocksource0");
            fs::create_dir_all(&place).unwrap();
            fs::write(place.join("current_clocksource"), format!("{name}\n")).unwrap();
        }
        let proc = "/proc".into();
        (directory, Host { sys, proc })
    }

    #[test]
    fn the_counter_is_used_only_where_the_kernel_trusts_it() {
        for (name, trusted) in [
            (Some("tsc"), true),
            (Some("kvm-clock"), false),
            (Some("hpet"), false),
            (None, false),
        ] {
            let (_directory, host) = host_with(name);
            let is_counter = matches!(Source::choose(&host), Source::Counter { .. });
            assert_eq!(is_counter, trusted, "{name:?}");
        }
    }

    #[test]
    fn counts_as_fast_as_the_kernels_clock() {
        let (_directory, host) = host_with(Some("tsc"));
        let clock = Source::choose(&host).start();
        let started = Instant::now();
        std::thread::sleep(Duration::from_millis(200));
        let (ours, theirs) = (clock.now_ns() as f64, started.elapsed().as_nanos() as f64);
        assert!((ours / theirs - 1.0).abs() < 0.01, "{ours} ns, not {theirs} ns");
        assert_eq!(clock.doubt(), None);
    }

    #[test]
    fn says_that_the_clocks_differ() {
        let right = measure_tick().unwrap();
        let tick = right + right / 100;
        let clock = Source::Counter { tick }.start();
        std::thread::sleep(COMPARABLE);
        let doubt = clock.doubt().unwrap();
        assert!(doubt.contains("differ by +1.0"), "{doubt}");
    }

    #[test]
    fn a_long_time_does_not_overflow() {
        let a_year_of_ticks = 365 * 86_400 * 5_000_000_000_u64;
        let tick = (1_u64 << 32) / 5;
        assert_eq!(in_ns(a_year_of_ticks, tick) / 1_000_000_000 / 86_400, 364);
    }
}
