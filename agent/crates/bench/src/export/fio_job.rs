//! The job file with which fio 3.3x does the same, as far as it can; what it does otherwise stands in comments.

mod ending;
mod job;
mod threads;

use crate::arrivals::Pace;
use crate::content::Data;
use crate::distribution::Distribution;
use crate::engine::{Choice, Kind};
use crate::output::Pattern;
use crate::quantity::Span;
use crate::workload::{Load, Request, StreamRequest};
use ending::write_until;
use job::Job;
use std::path::Path;
use threads::{Threads, groups};

/// Why there is no job file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FioJobError {
    /// A job file has one line for the name.
    #[error("fio cannot name a target whose path has a line break or is not UTF-8")]
    Path,
}

/// The job file for `request` on `target`.
pub fn fio_job(request: &Request, engine: Choice, target: &Path) -> Result<String, FioJobError> {
    let name = target
        .to_str()
        .filter(|name| !name.contains(['\n', '\r']))
        .ok_or(FioJobError::Path)?;
    let mut job = Job::default();
    job.note("A load of uring-bench for fio. A comment stands where fio does otherwise.");
    if request.streams.iter().any(|stream| stream.read_percent < 100) {
        job.note("It WRITES: what is on the target is lost, and fio does not ask.");
    }
    job.section("global");
    write_engine(&mut job, engine, name);
    job.note("From submission on, as uring-bench counts; fio's histogram is exact to 1/128.");
    job.flag("lat_percentiles");
    job.set("percentile_list", "50:90:99:99.9:99.99:99.999");
    job.set("randseed", request.seed);
    job.set("random_generator", "tausworthe64");
    if !request.ramp.is_zero() {
        job.set("ramp_time", format_args!("{}ms", request.ramp.as_millis()));
    }
    for (index, stream) in request.streams.iter().enumerate() {
        for threads in groups(&stream.depth.of_threads()) {
            let name = stream.name.as_deref().unwrap_or("load");
            job.section(&format!("{}-{index}-{}", job::word(name), threads.first));
            write_stream(&mut job, stream, &threads);
            write_until(&mut job, &request.until, stream, &threads);
        }
    }
    Ok(job.text())
}

fn write_engine(job: &mut Job, engine: Choice, target: &str) {
    // A colon would part two files.
    job.set("filename", target.replace(':', "\\:"));
    let (name, polled) = match engine.kind {
        Kind::IoUring => ("io_uring", "hipri"),
        Kind::Passthrough => ("io_uring_cmd", "hipri"),
        Kind::Sync => ("pvsync2", "hipri"),
        Kind::Nop | Kind::Null => ("null", ""),
    };
    job.set("ioengine", name);
    match engine.kind {
        Kind::Passthrough => {
            job.note("The target must be the namespace's generic device, such as /dev/ng0n1.");
            job.set("cmd_type", "nvme");
        }
        Kind::IoUring | Kind::Sync => job.flag("direct"),
        Kind::Nop | Kind::Null => job.set("size", "1g"),
    }
    if matches!(engine.kind, Kind::IoUring | Kind::Passthrough) {
        job.flag("fixedbufs");
        job.flag("registerfiles");
    }
    if engine.poll {
        job.flag(polled);
    }
    if engine.sqpoll {
        job.flag("sqthread_poll");
    }
    job.flag("thread");
    job.flag("group_reporting");
}

fn write_stream(job: &mut Job, stream: &StreamRequest, threads: &Threads) {
    write_order(job, stream);
    write_blocks(job, stream);
    write_span(job, stream, threads);
    job.set("iodepth", threads.depth);
    job.set("numjobs", threads.count);
    write_load(job, stream, threads.of);
    if stream.read_percent < 100 || stream.data == Data::Verified {
        write_data(job, stream.data);
    }
}

fn write_order(job: &mut Job, stream: &StreamRequest) {
    let random = stream.pattern != Pattern::Sequential;
    job.set(
        "rw",
        match (random, stream.read_percent) {
            (true, 100) => "randread",
            (true, 0) => "randwrite",
            (true, _) => "randrw",
            (false, 100) => "read",
            (false, 0) => "write",
            (false, _) => "rw",
        },
    );
    if !matches!(stream.read_percent, 0 | 100) {
        job.set("rwmixread", stream.read_percent);
    }
    if let Some(percent) = stream.over_provisioning_percent {
        job.note("fio 3.41 or later. It overwrites in one go what is spread over a region here.");
        job.flag("sprandom");
        job.set("random_generator", "lfsr");
        job.set("spr_op", f64::from(percent) / 100.0);
    } else if random {
        job.flag("norandommap");
        write_distribution(job, stream.distribution);
    }
}

fn write_distribution(job: &mut Job, distribution: Distribution) {
    match distribution {
        Distribution::Uniform => {}
        Distribution::Zipf {
            theta_thousandths: 1_000,
        } => {
            job.note("fio refuses an exponent of exactly 1; its hot places are others.");
            job.set("random_distribution", "zipf:1.001");
        }
        Distribution::Zipf { .. } => {
            job.note("fio's hot places are others.");
            job.set("random_distribution", distribution);
        }
        Distribution::HotSpot {
            accesses_percent: accesses,
            span_percent: span,
        } => {
            job.note("fio's hot spot is the beginning of the span, uring-bench scatters it.");
            let rest = (100 - accesses, 100 - span);
            job.set(
                "random_distribution",
                format_args!("zoned:{accesses}/{span}:{}/{}", rest.0, rest.1),
            );
        }
    }
}

fn write_blocks(job: &mut Job, stream: &StreamRequest) {
    match stream.blocks.shares() {
        [only] => job.set("bs", only.bytes),
        shares => {
            let split: Vec<String> = shares
                .iter()
                .map(|share| format!("{}/{}", share.bytes, share.percent))
                .collect();
            job.set("bssplit", split.join(":"));
        }
    }
    match stream.align_bytes {
        Some(bytes) => job.set("blockalign", bytes),
        None if stream.blocks.shares().len() > 1 => {
            job.note("fio aligns all to the smallest size, uring-bench each to its own.");
        }
        None => {}
    }
}

/// The part of the target: the same for all threads at random, one part for each in sequence.
fn write_span(job: &mut Job, stream: &StreamRequest, threads: &Threads) {
    let parts = match stream.pattern {
        Pattern::Random => 1,
        Pattern::Sequential | Pattern::Sprandom => u64::from(threads.of),
    };
    let (part, unit) = match stream.span {
        Span::Bytes(bytes) => (bytes / parts, ""),
        Span::PartsPerMillion(millionths) => {
            let percents = 10_000 * parts;
            if !u64::from(millionths).is_multiple_of(percents) {
                job.note("fio takes whole percents: rounded.");
            }
            ((u64::from(millionths) / percents).max(1), "%")
        }
    };
    job.set("size", format_args!("{part}{unit}"));
    if parts > 1 {
        job.set(
            "offset",
            format_args!("{}{unit}", part * u64::from(threads.first)),
        );
        job.set("offset_increment", format_args!("{part}{unit}"));
    }
}

fn write_load(job: &mut Job, stream: &StreamRequest, threads: u32) {
    let Load::Open {
        rate_per_second,
        pace,
    } = stream.load
    else {
        return;
    };
    job.note("fio counts latency from submission and not from the intended start: a stall shows less.");
    let share = |percent: u8| {
        (rate_per_second / f64::from(threads) * f64::from(percent) / 100.0)
            .max(1.0)
            .round()
    };
    let (reads, writes) = (share(stream.read_percent), share(100 - stream.read_percent));
    job.note("fio takes whole rates, for each job and direction.");
    job.set("rate_iops", format_args!("{reads},{writes}"));
    if pace == Pace::Poisson {
        job.set("rate_process", "poisson");
    }
}

fn write_data(job: &mut Job, data: Data) {
    match data {
        Data::Incompressible => job.flag("scramble_buffers"),
        Data::Compressible { ratio } => {
            job.flag("refill_buffers");
            job.set(
                "buffer_compress_percentage",
                ((1.0 - 1.0 / ratio) * 100.0).round(),
            );
        }
        Data::Verified => {
            job.note("fio checks what it wrote when it is done; uring-bench checks every read on the way.");
            job.set("verify", "crc32c");
        }
    }
}

#[cfg(test)]
mod tests;
