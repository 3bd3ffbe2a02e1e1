//! What became of the requests of a fleet: how many were answered each second, which hosts were cut off, and how long after the
//! first of them each came back; from the beginning on, or from a moment that is told.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::courier::now_ms;

/// A host has two lines to the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line {
    /// Long polls for commands.
    Poll,
    /// Reports.
    Report,
}

/// Of one kind of line.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Requests {
    /// Begun.
    pub tried: u64,
    /// Answered as they should be.
    pub answered: u64,
    /// Without an answer, or with any other.
    pub failed: u64,
    /// Those of the failed that were asked to come back later.
    pub asked_to_wait: u64,
}

/// Of events.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Events {
    /// By hosts.
    pub said: u64,
    /// By the server, refused ones among them.
    pub taken: u64,
    /// By the server.
    pub refused: u64,
    /// By hosts that were cut off for too long.
    pub dropped: u64,
}

/// How hosts came back that had been cut off.
#[derive(Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Returns {
    /// Hosts.
    pub returned: usize,
    /// Hosts that did not come back.
    pub still_away: usize,
    /// After the first of them; none where nobody came back.
    pub after_ms_p50: Option<u64>,
    /// p90.
    pub after_ms_p90: Option<u64>,
    /// p99.
    pub after_ms_p99: Option<u64>,
    /// The last.
    pub after_ms_max: Option<u64>,
    /// Those that came back in each second after the first.
    pub by_second: Vec<u64>,
}

/// One line of what is printed.
#[derive(Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
#[allow(missing_docs)]
pub enum Printed {
    /// Hosts that are cut off from now on are counted, and no others.
    #[serde(rename_all = "camelCase")]
    Counting { time_ms: u64 },
    #[serde(rename_all = "camelCase")]
    Second {
        time_ms: u64,
        polls: Requests,
        reports: Requests,
        taken: u64,
    },
    #[serde(rename_all = "camelCase")]
    Total {
        events: Events,
        /// Those of the events that hosts said that were samples.
        samples: u64,
        polls: Returns,
        reports: Returns,
        /// The longest that a report that was answered took.
        report_ms_max: u64,
    },
}

/// See the module.
pub struct Watch(Mutex<Seen>);

struct Seen {
    polls: Requests,
    reports: Requests,
    events: Events,
    samples: u64,
    taken_before: u64,
    /// By the host's number.
    poll_lines: Vec<State>,
    report_lines: Vec<State>,
    longest: Duration,
}

/// Of a host's line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// It was not cut off since it is counted.
    Steady,
    /// Its last request failed.
    Away,
    /// It was answered again from then on.
    Back(Instant),
}

impl Watch {
    /// Of so many hosts.
    #[must_use]
    pub fn new(hosts: usize) -> Self {
        Self(Mutex::new(Seen {
            polls: Requests::default(),
            reports: Requests::default(),
            events: Events::default(),
            samples: 0,
            taken_before: 0,
            poll_lines: vec![State::Steady; hosts],
            report_lines: vec![State::Steady; hosts],
            longest: Duration::ZERO,
        }))
    }

    /// A host said something, samples among it.
    pub fn said(&self, events: usize, samples: usize) {
        let mut seen = self.seen();
        seen.events.said += events as u64;
        seen.samples += samples as u64;
    }

    /// A host could not keep something.
    pub fn dropped(&self, events: usize) {
        self.seen().events.dropped += events as u64;
    }

    /// The server answered for events.
    pub fn taken(&self, events: usize, refused: usize) {
        let mut seen = self.seen();
        seen.events.taken += events as u64;
        seen.events.refused += refused as u64;
    }

    /// A request begins.
    pub fn tried(&self, line: Line) {
        self.seen().requests(line).tried += 1;
    }

    /// A request was answered; the server attended to it at this time, which for a long poll is before the answer.
    pub fn answered(&self, line: Line, host: usize, attended: Instant) {
        let mut seen = self.seen();
        seen.requests(line).answered += 1;
        let state = &mut seen.lines(line)[host];
        if *state == State::Away {
            *state = State::Back(attended);
        }
    }

    /// A report was answered after so long.
    pub fn report_took(&self, time: Duration) {
        let mut seen = self.seen();
        seen.longest = seen.longest.max(time);
    }

    /// A request was not answered.
    pub fn failed(&self, line: Line, host: usize, asked_to_wait: bool) {
        let mut seen = self.seen();
        let requests = seen.requests(line);
        requests.failed += 1;
        requests.asked_to_wait += u64::from(asked_to_wait);
        seen.lines(line)[host] = State::Away;
    }

    /// Forgets which hosts were cut off, and which of them came back: they are counted from now on.
    pub fn count_from_now(&self) -> Printed {
        let mut seen = self.seen();
        seen.poll_lines.fill(State::Steady);
        seen.report_lines.fill(State::Steady);
        Printed::Counting { time_ms: now_ms() }
    }

    /// What happened since the last time.
    pub fn second(&self) -> Printed {
        let mut seen = self.seen();
        let taken = seen.events.taken - seen.taken_before;
        seen.taken_before = seen.events.taken;
        Printed::Second {
            time_ms: now_ms(),
            polls: std::mem::take(&mut seen.polls),
            reports: std::mem::take(&mut seen.reports),
            taken,
        }
    }

    /// What happened in all.
    pub fn total(&self) -> Printed {
        let seen = self.seen();
        Printed::Total {
            events: seen.events.clone(),
            samples: seen.samples,
            polls: returns(&seen.poll_lines),
            reports: returns(&seen.report_lines),
            report_ms_max: milliseconds(seen.longest),
        }
    }

    /// Whether the server has everything that was said and kept.
    #[must_use]
    pub fn has_all(&self) -> bool {
        let seen = self.seen();
        seen.events.taken + seen.events.dropped == seen.events.said
    }

    /// Nobody panics with it.
    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Seen {
    fn requests(&mut self, line: Line) -> &mut Requests {
        match line {
            Line::Poll => &mut self.polls,
            Line::Report => &mut self.reports,
        }
    }

    fn lines(&mut self, line: Line) -> &mut [State] {
        match line {
            Line::Poll => &mut self.poll_lines,
            Line::Report => &mut self.report_lines,
        }
    }
}

fn returns(lines: &[State]) -> Returns {
    let mut at: Vec<Instant> = lines
        .iter()
        .filter_map(|state| match state {
            State::Back(at) => Some(*at),
            State::Steady | State::Away => None,
        })
        .collect();
    at.sort_unstable();
    let after: Vec<u64> = at.iter().map(|time| milliseconds(*time - at[0])).collect();
    let quantile = |percent: usize| {
        after
            .get((after.len() * percent).div_ceil(100).saturating_sub(1))
            .copied()
    };
    let seconds = after.last().map_or(0, |last| last / 1000 + 1);
    Returns {
        returned: after.len(),
        still_away: lines.iter().filter(|state| **state == State::Away).count(),
        after_ms_p50: quantile(50),
        after_ms_p90: quantile(90),
        after_ms_p99: quantile(99),
        after_ms_max: after.last().copied(),
        by_second: (0..seconds)
            .map(|second| after.iter().filter(|ms| **ms / 1000 == second).count() as u64)
            .collect(),
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_who_came_back_and_how_long_after_the_first() {
        let first = Instant::now();
        let lines: Vec<State> = (0..100)
            .map(|host| State::Back(first + Duration::from_millis(host * 30)))
            .chain([State::Steady, State::Away])
            .collect();
        let said = returns(&lines);
        assert_eq!((said.returned, said.still_away), (100, 1));
        // The 50th of 100, the 99th and the last, 30 ms apart.
        assert_eq!(
            (said.after_ms_p50, said.after_ms_p99, said.after_ms_max),
            (Some(1470), Some(2940), Some(2970))
        );
        assert_eq!(said.by_second, [34, 33, 33]);
        assert_eq!(returns(&[State::Steady]), Returns::default());
    }

    #[test]
    fn a_line_that_fails_again_is_away_again() {
        let watch = Watch::new(1);
        watch.failed(Line::Report, 0, false);
        watch.answered(Line::Report, 0, Instant::now());
        watch.failed(Line::Report, 0, true);
        let Printed::Total { reports, .. } = watch.total() else {
            panic!("the total")
        };
        assert_eq!((reports.returned, reports.still_away), (0, 1));
        let Printed::Second { reports, .. } = watch.second() else {
            panic!("a second")
        };
        assert_eq!(
            (reports.answered, reports.failed, reports.asked_to_wait),
            (1, 2, 1)
        );
    }

    /// A fleet that begins all at once is turned away too, before anything is cut off on purpose.
    #[test]
    fn what_was_cut_off_before_it_is_counted_is_no_return() {
        let watch = Watch::new(3);
        let begin = Instant::now();
        let at = |seconds| begin + Duration::from_secs(seconds);
        for line in [Line::Poll, Line::Report] {
            watch.failed(line, 0, true);
            watch.answered(line, 0, at(5));
            watch.failed(line, 1, true);
        }
        assert!(matches!(watch.count_from_now(), Printed::Counting { .. }));
        // The first and the last are cut off; the one between was only told to come again, and does.
        for line in [Line::Poll, Line::Report] {
            watch.failed(line, 0, false);
            watch.failed(line, 2, false);
            watch.answered(line, 1, at(80));
            watch.answered(line, 0, at(90));
            watch.answered(line, 2, at(92));
        }
        let Printed::Total { polls, reports, .. } = watch.total() else {
            panic!("the total")
        };
        let expected = Returns {
            returned: 2,
            still_away: 0,
            after_ms_p50: Some(0),
            after_ms_p90: Some(2000),
            after_ms_p99: Some(2000),
            after_ms_max: Some(2000),
            by_second: vec![1, 0, 1],
        };
        assert_eq!(polls, expected);
        assert_eq!(reports, expected);
    }

    #[test]
    fn has_all_when_everything_said_was_taken() {
        let watch = Watch::new(1);
        watch.said(3, 2);
        watch.taken(2, 0);
        assert!(!watch.has_all());
        watch.dropped(1);
        assert!(watch.has_all());
    }
}
