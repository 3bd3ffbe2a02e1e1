//! On which processors a run measures, and whether the kernel's workers need others.

use super::Bench;
use crate::stop::Stop;
use crosspoint_bench::environment::{self, cpus_for};
use crosspoint_bench::workload::{Load, Stream, Workload};

/// From this depth on a thread and the kernel's worker on another processor keep each other busy. Measured on zram: at depth 8
/// waking up still costs more than the second processor brings, at 16 it no longer does.
const BUSY_DEPTH_MIN: u16 = 16;

impl Bench<'_> {
    /// Whether so many operations are under way that neither a measuring thread nor one that works for it waits for
    /// the other for long.
    pub(super) fn keeps_workers_busy(&self, workload: &Workload) -> bool {
        let closed = |stream: &Stream| stream.load() == Load::Closed;
        let deep = |stream: &Stream| stream.depth_per_thread_max() >= BUSY_DEPTH_MIN;
        self.how.batch == 1
            && workload
                .streams()
                .iter()
                .all(|stream| closed(stream) && deep(stream))
    }

    fn numa_node(&self) -> Option<u32> {
        let target = self.target.as_ref()?;
        environment::survey(&self.host, target.device(), target.logical_block_bytes()).numa_node
    }

    /// One processor for each thread, or none for any.
    pub(super) fn choose_cpus(&self, threads: usize, warnings: &mut Vec<String>) -> Result<Vec<usize>, Stop> {
        if let Some(given) = self.how.cpu_list() {
            if !self.how.no_pin && given.len() < threads {
                return Err(Stop::usage(
                    "--cpus names fewer processors than there are threads",
                    "name one for each thread",
                ));
            }
            if let Some(cpu) = given.iter().find(|cpu| !self.allowed_cpus.contains(cpu)) {
                return Err(Stop::usage(
                    format!("processor {cpu} of --cpus is not available"),
                    "choose from those in `taskset -p $$`",
                ));
            }
            return Ok(given.into_iter().take(threads).collect());
        }
        if threads > self.allowed_cpus.len() {
            warnings.push(format!(
                "{threads} threads share {} processors and are not pinned: their latencies contain waiting for a processor",
                self.allowed_cpus.len()
            ));
            return Ok(Vec::new());
        }
        let chosen = cpus_for(&self.host, self.numa_node(), &self.allowed_cpus);
        Ok(chosen.into_iter().take(threads).collect())
    }
}
