//! One run of pgbench against the server, with its log read as it is written: it never reaches a disk.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crosspoint_bench::plan::{DatabaseSpec, Transaction};
use nix::fcntl::{FcntlArg, fcntl};
use tokio::net::unix::pipe::{OpenOptions, Receiver};
use tokio::process::Child;
use tokio::time::{Instant, sleep, sleep_until};

use super::super::stop::{StopSignal, asked_to_stop};
use super::child::{Broken, end, last_words, said, text_of};
use super::launcher::pipe_names;
use super::log::{Lines, Transactions};
use super::process::LogPipes;
use super::server::{DATABASE, Server};
use super::summary::Summary;

/// Connecting, and the last transactions, which are waited for.
const GRACE: Duration = Duration::from_secs(300);
const PIPES_LIMIT: Duration = Duration::from_secs(10);
const PIPES_INTERVAL: Duration = Duration::from_millis(10);
const ROOM_INTERVAL: Duration = Duration::from_secs(1);
const NS_PER_MS: f64 = 1e6;
/// pgbench prints three digits, and older versions round each line of the log to a microsecond.
const MEAN_TOLERANCE_MS: f64 = 0.0011;
const READ_BYTES: usize = 64 * 1024;
/// What the kernel lets everybody have, if not told otherwise (fs.pipe-max-size).
const PIPE_BYTES: i32 = 1 << 20;
/// More threads than that are of no use to a server on the same processors.
const THREADS_MAX: u32 = 16;

/// What it came to.
pub(in crate::work::run) struct Measured {
    pub transactions: Transactions,
    pub summary: Summary,
}

/// How pgbench is told what to do, without where.
pub(super) fn arguments(spec: &DatabaseSpec, seconds: u64) -> Vec<String> {
    let script = match spec.benchmark {
        Transaction::TpcbLike => "tpcb-like",
        Transaction::SelectOnly => "select-only",
    };
    let (clients, threads) = (spec.clients.to_string(), threads(spec).to_string());
    let seconds = seconds.to_string();
    // Asked for progress, if only after years, it measures its mean latency; else it divides the time by the transactions.
    let measured = ["-P", "100000000"];
    let arguments = [
        "-b", script, "-M", "prepared", "-c", &clients, "-j", &threads, "-T", &seconds,
    ];
    [&arguments[..], &measured]
        .concat()
        .into_iter()
        .map(String::from)
        .collect()
}

fn threads(spec: &DatabaseSpec) -> u32 {
    let processors = std::thread::available_parallelism().map_or(1, |count| count.get());
    let processors = u32::try_from(processors).unwrap_or(THREADS_MAX);
    spec.clients.min(processors).min(THREADS_MAX)
}

/// Runs transactions for so many seconds.
pub(in crate::work::run) async fn run(
    server: &Server,
    spec: &DatabaseSpec,
    seconds: u64,
    stop: &mut StopSignal,
) -> Result<Measured, Broken> {
    let prefix = server.site().logs().join("tx");
    let mut command = server.to_server();
    command.extend(arguments(spec, seconds));
    command.extend([
        "-l".to_owned(),
        format!("--log-prefix={}", prefix.display()),
        DATABASE.to_owned(),
    ]);
    let pipes = LogPipes {
        prefix: &prefix,
        threads: threads(spec),
    };
    let program = server.packages().program("pgbench");
    let mut child = server.site().starter.start(&program, &command, Some(&pipes))?;
    let names = child.id().and_then(|id| i32::try_from(id).ok());
    let names = names
        .map(|pid| pipe_names(&prefix, pid, pipes.threads))
        .unwrap_or_default();
    let measured = measure(server, &mut child, &names, seconds, stop).await;
    if measured.is_err() {
        end(&mut child).await;
    }
    for name in names {
        let _ = std::fs::remove_file(name);
    }
    measured
}

async fn measure(
    server: &Server,
    child: &mut Child,
    names: &[PathBuf],
    seconds: u64,
    stop: &mut StopSignal,
) -> Result<Measured, Broken> {
    let stdout = tokio::spawn(text_of(child.stdout.take()));
    let stderr = tokio::spawn(text_of(child.stderr.take()));
    let mut log = Log::open(child, names, seconds).await?;
    let deadline = Instant::now() + Duration::from_secs(seconds) + GRACE;
    let mut look_at_room = Instant::now() + ROOM_INTERVAL;
    let status = loop {
        tokio::select! {
            biased;
            stopped = asked_to_stop(stop) => return Err(Broken::Stopped(stopped)),
            () = sleep_until(deadline) => {
                return Err(Broken::Failed(format!("pgbench did not end within {} s after its time", GRACE.as_secs())));
            }
            () = sleep_until(look_at_room) => {
                server.site().require_room()?;
                look_at_room = Instant::now() + ROOM_INTERVAL;
            }
            status = child.wait() => break status.map_err(|error| format!("pgbench: {error}"))?,
            read = log.read() => read.map_err(|error| format!("the log of pgbench cannot be read: {error}"))?,
        }
    };
    let (stdout, stderr) = (said(stdout).await, said(stderr).await);
    if !status.success() {
        return Err(Broken::Failed(format!("pgbench failed: {}", last_words(&stderr))));
    }
    let transactions = log
        .end()
        .map_err(|error| format!("the log of pgbench cannot be read: {error}"))?;
    let summary = Summary::parse(&stdout)?;
    agree(&transactions, &summary)?;
    Ok(Measured {
        transactions,
        summary,
    })
}

/// Every transaction that pgbench counts is in the log, and nothing else, and both have one mean latency: figures that are not
/// those of the same transactions are none.
fn agree(transactions: &Transactions, summary: &Summary) -> Result<(), Broken> {
    let counted = transactions.latencies.count();
    let mean_ms = transactions.latencies.mean_ns().unwrap_or_default() / NS_PER_MS;
    let is_mean = counted == 0 || (mean_ms - summary.latency_ms).abs() <= MEAN_TOLERANCE_MS;
    if counted == summary.transactions && transactions.strange == 0 && is_mean {
        return Ok(());
    }
    if !is_mean {
        return Err(Broken::Failed(format!(
            "the mean of the log of pgbench is {mean_ms} ms, and pgbench says {} ms",
            summary.latency_ms
        )));
    }
    Err(Broken::Failed(format!(
        "the log of pgbench has {counted} transactions and {} lines that are none, and pgbench says {}",
        transactions.strange, summary.transactions
    )))
}

/// The log of all threads.
struct Log {
    pipes: Vec<(Receiver, Lines)>,
    transactions: Transactions,
    buffer: Vec<u8>,
    next: usize,
}

impl Log {
    /// Opens the pipes, which pgbench waits for.
    async fn open(child: &mut Child, names: &[PathBuf], seconds: u64) -> Result<Self, Broken> {
        let limit = Instant::now() + PIPES_LIMIT;
        // The last one is made last.
        while !names.last().is_some_and(|name| name.exists()) {
            let is_over = !matches!(child.try_wait(), Ok(None));
            if is_over || Instant::now() > limit {
                return Err(Broken::Failed("pgbench did not start".to_owned()));
            }
            sleep(PIPES_INTERVAL).await;
        }
        let pipes = names.iter().map(|name| Ok((open(name)?, Lines::default())));
        let pipes: std::io::Result<Vec<_>> = pipes.collect();
        Ok(Self {
            pipes: pipes.map_err(|error| format!("the log of pgbench cannot be opened: {error}"))?,
            transactions: Transactions::new(seconds),
            buffer: vec![0; READ_BYTES],
            next: 0,
        })
    }

    /// Takes what there is, of one pipe after the other; returns when there was something.
    async fn read(&mut self) -> std::io::Result<()> {
        let count = self.pipes.len();
        for turn in 0..count {
            let index = (self.next + turn) % count;
            if self.take(index)? {
                self.next = index + 1;
                // Others of this thread have their turn.
                tokio::task::yield_now().await;
                return Ok(());
            }
        }
        // Nothing now: lines come in blocks, several times a second on a busy server.
        sleep(PIPES_INTERVAL).await;
        Ok(())
    }

    fn take(&mut self, index: usize) -> std::io::Result<bool> {
        let (pipe, lines) = &mut self.pipes[index];
        match pipe.try_read(&mut self.buffer) {
            Ok(count) => {
                lines.take(&self.buffer[..count], &mut self.transactions);
                Ok(count > 0)
            }
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// What is left after pgbench has ended.
    fn end(mut self) -> std::io::Result<Transactions> {
        for index in 0..self.pipes.len() {
            while self.take(index)? {}
            if !self.pipes[index].1.is_whole() {
                self.transactions.strange += 1;
            }
        }
        Ok(self.transactions)
    }
}

/// Without an end of its own: that is pgbench's. With as much room as any process may have: pgbench waits while it is full, and
/// what else the agent does at that moment would be in the latencies.
fn open(name: &Path) -> std::io::Result<Receiver> {
    let pipe = OpenOptions::new().read_write(true).open_receiver(name)?;
    if let Err(error) = fcntl(&pipe, FcntlArg::F_SETPIPE_SZ(PIPE_BYTES)) {
        tracing::debug!(%error, "the log of pgbench has a small pipe");
    }
    Ok(pipe)
}

#[cfg(test)]
mod tests {
    use nix::sys::stat::Mode;
    use nix::unistd::mkfifo;

    use super::*;

    #[tokio::test]
    async fn a_log_has_room_for_a_second_of_many_transactions() {
        let directory = tempfile::tempdir().unwrap();
        let name = directory.path().join("log");
        mkfifo(&name, Mode::S_IRUSR | Mode::S_IWUSR).unwrap();
        let pipe = open(&name).unwrap();
        // Lines have some 40 bytes: 26,000 transactions of one thread.
        assert_eq!(fcntl(&pipe, FcntlArg::F_GETPIPE_SZ), Ok(1 << 20));
    }
}
