//! What is kept of a run on disk until its end is told: its command, and what each action of its plan came to. With that it
//! goes on after a restart of the agent or of its host. A file for each run, to which lines are appended.

mod line;
mod mark;
mod place;
mod read;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crosspoint_bench::plan::Feedback;
use crosspoint_wire::StartBenchmarkCommand;
use tokio::time::sleep;
use uuid::Uuid;

use crate::runtime::line_file::LineFile;
use crate::runtime::locked::locked;
use crate::runtime::moment::{Clocks, Moment};
use crate::runtime::off_thread::InTurn;
use crate::runtime::replace_file::replace_file;
use line::{Line, VERSION, Word};
pub(super) use mark::NamespaceMark;
pub(super) use place::ActionPlace;

/// How long an action waits until the record of it is on the disk.
const WRITE_LIMIT: Duration = Duration::from_secs(10);
/// Largest record. 4096 points, each with the longest reason and begun as often as may be, take less.
const RECORD_BYTES_MAX: u64 = 32 << 20;
/// Longest reason that is kept of a failure.
const REASON_CHARACTERS_MAX: usize = 500;
/// How often the agent or its host may go down during one action before it is not begun again: it may be what brings them down.
const CRASHES_MAX: u8 = 3;
/// How often one action is begun at most, orderly stops of the agent included.
const BEGINNINGS_MAX: u8 = 8;

/// The records of all runs.
#[derive(Debug)]
pub struct Records {
    directory: PathBuf,
    clocks: Arc<Clocks>,
}

/// The record of one run.
pub struct Record {
    /// What was asked for.
    pub(super) command: StartBenchmarkCommand,
    /// What the namespace was known by when the run began; absent for a file, and where the drive did not say.
    pub(super) namespace: Option<NamespaceMark>,
    done: Vec<(ActionPlace, Feedback)>,
    /// Of the action after those that are done.
    beginnings: u8,
    suspensions: u8,
    /// When something was last written down.
    last: Moment,
    clocks: Arc<Clocks>,
    file: Arc<Mutex<LineFile>>,
    bytes: u64,
    turn: InTurn,
}

impl Records {
    /// In the agent's state directory.
    #[must_use]
    pub fn new(state_directory: &Path, clocks: Arc<Clocks>) -> Self {
        Self {
            directory: state_directory.join("runs"),
            clocks,
        }
    }

    /// Begins the record of a run.
    ///
    /// # Errors
    /// Why the run must not begin, for a person.
    pub(super) async fn begin(
        &self,
        command: StartBenchmarkCommand,
        namespace: Option<NamespaceMark>,
    ) -> Result<Record, String> {
        let (path, turn) = (self.path(command.run_id), InTurn::default());
        let first = Line {
            word: Word::Run {
                version: VERSION,
                command: Box::new(command.clone()),
                namespace: namespace.clone(),
            },
            moment: self.clocks.now(),
        };
        let bytes = bytes_of(&first)?;
        let length = bytes.len() as u64;
        let write = move || {
            path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
            replace_file(&path, &bytes)?;
            LineFile::open(&path)
        };
        let file = turn.run(WRITE_LIMIT, write).await.ok_or_else(hangs)?;
        let file = file.map_err(|error| cannot(&error))?;
        Ok(Record {
            command,
            namespace,
            done: Vec::new(),
            beginnings: 0,
            suspensions: 0,
            last: first.moment,
            clocks: Arc::clone(&self.clocks),
            file: Arc::new(Mutex::new(file)),
            bytes: length,
            turn,
        })
    }

    /// Removes what is kept of a run whose end is told.
    pub(super) fn forget(&self, run_id: Uuid) {
        let path = self.path(run_id);
        if let Err(error) = std::fs::remove_file(&path)
            && error.kind() != std::io::ErrorKind::NotFound
        {
            // The next start of the agent tries again.
            tracing::warn!(%error, path = %path.display(), "the record of a run that is over stays");
        }
    }

    /// Removes everything but these records: a crash may have come before a run was accepted, or after it was over.
    pub(super) fn forget_all_but(&self, kept: &[Uuid]) {
        let kept: Vec<PathBuf> = kept.iter().map(|run_id| self.path(*run_id)).collect();
        let found = std::fs::read_dir(&self.directory).into_iter().flatten().flatten();
        for file in found
            .map(|entry| entry.path())
            .filter(|path| !kept.contains(path))
        {
            let _ = std::fs::remove_file(file);
        }
    }

    fn path(&self, run_id: Uuid) -> PathBuf {
        self.directory.join(format!("{run_id}.jsonl"))
    }
}

impl Record {
    /// What was done, in order.
    pub(super) fn done(&self) -> &[(ActionPlace, Feedback)] {
        &self.done
    }

    /// How often the drive has tested itself.
    pub(super) fn self_tests(&self) -> usize {
        self.done.iter().filter(|(place, _)| place.is_self_test()).count()
    }

    /// Whether nothing of the plan was begun yet.
    pub(super) fn is_fresh(&self) -> bool {
        self.done.is_empty() && self.beginnings == 0
    }

    /// Whether the action after those that are done was begun.
    pub(super) fn has_begun_next(&self) -> bool {
        self.beginnings > 0
    }

    /// When something was last written down: until then the run went on.
    pub(super) fn last(&self) -> &Moment {
        &self.last
    }

    /// Writes down that the next action begins. Says how often it was begun before.
    ///
    /// # Errors
    /// Why it must not begin, for a person.
    pub(super) async fn begin_next(&mut self) -> Result<u8, String> {
        let crashes = self.beginnings - self.suspensions;
        if crashes >= CRASHES_MAX || self.beginnings >= BEGINNINGS_MAX {
            return Err(format!(
                "it was begun {} times, and each time the agent or its host stopped before it finished; it is not begun again",
                self.beginnings
            ));
        }
        self.append(Word::Begun).await?;
        self.beginnings += 1;
        Ok(self.beginnings - 1)
    }

    /// Writes down what it came to, after that is told.
    ///
    /// # Errors
    /// Why the run must not go on, for a person.
    pub(super) async fn end_of(&mut self, place: ActionPlace, feedback: &Feedback) -> Result<(), String> {
        let feedback = shortened(feedback);
        let word = Word::Done {
            place: place.clone(),
            feedback: feedback.clone(),
        };
        self.append(word).await?;
        self.done.push((place, feedback));
        (self.beginnings, self.suspensions) = (0, 0);
        Ok(())
    }

    /// Writes down that it was broken off in order, to be begun again.
    pub(super) async fn suspend(&mut self) {
        if self.beginnings > self.suspensions
            && let Err(reason) = self.append(Word::Suspended).await
        {
            // Then this stop counts as a crash.
            tracing::warn!(reason, "that a run was suspended is not on the disk");
        }
    }

    /// Does a piece of work, and meanwhile writes down again and again that it still goes on: an action may take a week, and only
    /// the time after the last word is time in which nothing was done.
    pub(super) async fn alive_during<T>(&mut self, every: Duration, work: impl Future<Output = T>) -> T {
        tokio::select! {
            came_to = work => came_to,
            () = self.say_alive(every) => std::future::pending().await,
        }
    }

    async fn say_alive(&mut self, every: Duration) {
        loop {
            sleep(every).await;
            if self.bytes < RECORD_BYTES_MAX / 2
                && let Err(reason) = self.append(Word::Alive).await
            {
                // Then a crash within this action counts as longer than it was.
                tracing::warn!(reason, "that a run still goes on is not on the disk");
            }
        }
    }

    async fn append(&mut self, word: Word) -> Result<(), String> {
        let line = Line {
            word,
            moment: self.clocks.now(),
        };
        let bytes = bytes_of(&line)?;
        if self.bytes + bytes.len() as u64 > RECORD_BYTES_MAX {
            return Err("the record of this run has grown too large".to_owned());
        }
        self.bytes += bytes.len() as u64;
        self.last = line.moment;
        let file = Arc::clone(&self.file);
        let written = self.turn.run(WRITE_LIMIT, move || locked(&file).append(&bytes));
        written.await.ok_or_else(hangs)?.map_err(|error| cannot(&error))
    }
}

/// With reasons as long as they may be.
fn shortened(feedback: &Feedback) -> Feedback {
    let cut = |reason: &mut String| *reason = reason.chars().take(REASON_CHARACTERS_MAX).collect();
    let mut feedback = feedback.clone();
    match &mut feedback {
        Feedback::Failed { reason } | Feedback::Skipped { reason } => cut(reason),
        Feedback::Measured { points } => points
            .iter_mut()
            .filter_map(|point| point.reason.as_mut())
            .for_each(cut),
        Feedback::Done | Feedback::Offered { .. } => {}
    }
    feedback
}

fn bytes_of(line: &Line) -> Result<Vec<u8>, String> {
    let mut bytes = serde_json::to_vec(line).map_err(|error| cannot(&error.into()))?;
    bytes.push(b'\n');
    Ok(bytes)
}

fn cannot(error: &std::io::Error) -> String {
    format!(
        "this host cannot write down how far the run came ({error}), so it would not go on after a restart. See crosspoint-agent \
         doctor"
    )
}

fn hangs() -> String {
    let seconds = WRITE_LIMIT.as_secs();
    cannot(&std::io::Error::other(format!(
        "the disk has not answered for {seconds} s"
    )))
}
