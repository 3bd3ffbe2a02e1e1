//! What the measuring threads run with, once all of them are ready: that of every one, not of whichever is first.

use crate::output::Start;
use nix::errno::Errno;
use nix::sched::{CpuSet, sched_setaffinity};
use nix::unistd::Pid;
use std::fmt::Write;

/// What the threads of a run run with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Readiness {
    /// The processors and the engines' flags. One that not all threads have says how many do.
    pub flags: Vec<String>,
    /// What of it makes the figures doubtful; for a person.
    pub warnings: Vec<String>,
}

/// What one thread has to say when it is ready.
pub(super) struct Prepared {
    /// Its number.
    pub(super) thread: usize,
    /// What its engine runs with.
    pub(super) flags: Vec<String>,
    /// The processor that it was to be kept on.
    pub(super) pinned: Option<Pinned>,
}

/// An attempt to keep a thread on a processor.
pub(super) struct Pinned {
    cpu: usize,
    outcome: Result<(), Errno>,
}

impl Pinned {
    /// Keeps the calling thread on processor `cpu`. Without that it can go on all the same, but must say so.
    pub(super) fn to(cpu: usize) -> Self {
        let mut set = CpuSet::new();
        let outcome = set
            .set(cpu)
            .and_then(|()| sched_setaffinity(Pid::from_raw(0), &set));
        Pinned { cpu, outcome }
    }
}

impl Readiness {
    pub(super) fn of(mut threads: Vec<Prepared>) -> Self {
        threads.sort_by_key(|prepared| prepared.thread);
        let mut readiness = Readiness::default();
        readiness.tell_processors(&threads);
        readiness.tell_flags(&threads);
        readiness
    }

    /// Completes what is known of a run before its threads are ready.
    pub fn complete(&self, start: &mut Start) {
        start.environment.engine_flags.extend_from_slice(&self.flags);
        start.warnings.extend_from_slice(&self.warnings);
    }

    fn tell_processors(&mut self, threads: &[Prepared]) {
        let pinned = || threads.iter().filter_map(|prepared| prepared.pinned.as_ref());
        let mut tell = |name: &str, succeeded: bool| {
            let cpus = pinned().filter(|pinned| pinned.outcome.is_ok() == succeeded);
            let cpus: Vec<String> = cpus.map(|pinned| pinned.cpu.to_string()).collect();
            if !cpus.is_empty() {
                self.flags.push(format!("{name}={}", cpus.join(",")));
            }
        };
        tell("cpus", true);
        tell("not-pinned", false);
        self.warnings.extend(pinned().filter_map(|Pinned { cpu, outcome }| {
            let error = outcome.err()?;
            Some(format!(
                "a thread could not be kept on processor {cpu} ({error}): it runs where the kernel puts it, and its latencies \
                 contain being moved"
            ))
        }));
    }

    fn tell_flags(&mut self, threads: &[Prepared]) {
        let mut known: Vec<(&str, usize)> = Vec::new();
        for flag in threads.iter().flat_map(|prepared| &prepared.flags) {
            match known.iter_mut().find(|(name, _)| name == flag) {
                Some((_, count)) => *count += 1,
                None => known.push((flag, 1)),
            }
        }
        let all = threads.len();
        let mut differing = String::new();
        for (flag, count) in known {
            if count == all {
                self.flags.push(flag.to_owned());
                continue;
            }
            self.flags.push(format!("{flag} ({count} of {all} threads)"));
            let comma = if differing.is_empty() { "" } else { ", " };
            let _ = write!(differing, "{comma}{flag} in {count} of {all}");
        }
        if !differing.is_empty() {
            self.warnings.push(format!(
                "threads run under different conditions: {differing}; their latencies are not comparable"
            ));
        }
    }
}
