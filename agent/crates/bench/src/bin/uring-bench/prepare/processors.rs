//! On which processors a run measures.

use super::Bench;
use crate::stop::Stop;
use crosspoint_bench::environment::{self, cpus_for};

impl Bench<'_> {
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
