//! What ends a job.

use super::job::Job;
use super::threads::Threads;
use crate::output::Pattern;
use crate::workload::{SteadyState, StreamRequest, Tracked, Until};

pub(super) fn write_until(job: &mut Job, until: &Until, stream: &StreamRequest, threads: &Threads) {
    match until {
        Until::Elapsed(duration) => {
            job.flag("time_based");
            job.set("runtime", format_args!("{}ms", duration.as_millis()));
        }
        Until::Bytes { bytes, at_most } => {
            job.set("io_size", bytes.div_ceil(threads.of.into()));
            job.set("runtime", format_args!("{}ms", at_most.as_millis()));
        }
        Until::Fills { thousandths, at_most } => {
            write_fills(job, *thousandths, stream, threads);
            job.set("runtime", format_args!("{}ms", at_most.as_millis()));
        }
        Until::SteadyState(steady_state) => write_steady_state(job, steady_state),
    }
}

/// Each thread moves its share of the fills: of the whole span at random, of its own part in sequence.
fn write_fills(job: &mut Job, thousandths: u32, stream: &StreamRequest, threads: &Threads) {
    let shared_by = match stream.pattern {
        // It ends by itself.
        Pattern::Sprandom => return,
        Pattern::Random => threads.of,
        Pattern::Sequential => 1,
    };
    let loops = thousandths.div_ceil(1000 * shared_by);
    job.note("fio fills in whole percents of the span a loop: rounded up.");
    job.set("loops", loops);
    job.set(
        "io_size",
        format_args!("{}%", thousandths.div_ceil(10 * shared_by * loops)),
    );
}

fn write_steady_state(job: &mut Job, steady_state: &SteadyState) {
    let figure = match steady_state.tracked {
        Tracked::Iops => "iops",
        Tracked::Bandwidth => "bw",
        Tracked::MeanLatency => {
            job.note("fio cannot wait for a steady latency: by rate.");
            "iops"
        }
    };
    let criterion = &steady_state.criterion;
    let window = steady_state.round * u32::try_from(criterion.window_rounds).unwrap_or(u32::MAX);
    job.note("fio judges seconds and not rounds, their distance from the mean and not their trend.");
    job.set(
        "steadystate",
        format_args!("{figure}:{}%", criterion.excursion_max * 50.0),
    );
    job.set("steadystate_duration", format_args!("{}s", window.as_secs()));
    job.flag("time_based");
    job.set("runtime", format_args!("{}s", steady_state.longest().as_secs()));
}
