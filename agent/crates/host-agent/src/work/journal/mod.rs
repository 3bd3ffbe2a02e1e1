//! Which commands were taken on, on disk before anything is done. A command is carried out at most once, also across a
//! crash: one that was accepted and not finished is reported as interrupted, never started again. A run has a record of its
//! own, from which it goes on.
//!
//! One thread owns the file, so that a disk that hangs holds up nothing but the command that waits for it, and that no
//! longer than ten seconds.

mod file;
mod state;
#[cfg(test)]
pub(crate) mod tests;

use std::collections::{HashMap, VecDeque};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::timeout;
use uuid::Uuid;

use crate::runtime::line_file::LineFile;
use crate::runtime::locked::locked;
use crate::runtime::trouble::Trouble;
use state::Line;
pub use state::{Ending, State};

const PATIENCE: Patience = Patience {
    write: Duration::from_secs(10),
    retry: Duration::from_secs(5),
};
/// Lines that wait for a disk that hangs.
const WAITING_MAX: usize = 64;
/// Ends of commands that wait for a disk that refuses them; after a crash those beyond would be reported again.
const UNWRITTEN_MAX: usize = 1024;

/// Times to wait; shorter in tests.
#[derive(Debug, Clone, Copy)]
struct Patience {
    /// How long a command waits until it is on the disk.
    write: Duration,
    /// How often a journal that could not be written is tried again.
    retry: Duration,
}

struct Request {
    line: Line,
    answer: oneshot::Sender<io::Result<()>>,
}

/// See the module.
pub struct Journal {
    requests: SyncSender<Request>,
    states: Mutex<HashMap<Uuid, State>>,
    trouble: Trouble,
    patience: Patience,
}

impl Journal {
    /// Opens the journal and starts its thread, which ends with this.
    ///
    /// # Errors
    /// If the file cannot be used. The agent must not run commands then.
    pub fn open(path: &Path) -> io::Result<Self> {
        let (file, states) = file::open(path)?;
        Self::start(file, states, PATIENCE)
    }

    fn start(file: LineFile, states: HashMap<Uuid, State>, patience: Patience) -> io::Result<Self> {
        let (requests, inbox) = sync_channel(WAITING_MAX);
        let trouble = Trouble::default();
        let mut writer = Writer {
            file,
            unwritten: VecDeque::new(),
            trouble: trouble.clone(),
        };
        std::thread::Builder::new()
            .name("journal".to_owned())
            .spawn(move || writer.serve(&inbox, patience.retry))?;
        Ok(Self {
            requests,
            states: Mutex::new(states),
            trouble,
            patience,
        })
    }

    /// How far a command came; `None` if it was never seen.
    #[must_use]
    pub fn state(&self, command: Uuid) -> Option<State> {
        self.states().get(&command).cloned()
    }

    /// Whether it can be written.
    #[must_use]
    pub fn trouble(&self) -> Trouble {
        self.trouble.clone()
    }

    /// Writes a state down and returns when it is on the disk.
    ///
    /// # Errors
    /// If it could not be written: then do not do what it announces. One that came too late may be in the file
    /// nevertheless, before whatever is written next.
    pub async fn set(&self, command: Uuid, state: State) -> io::Result<()> {
        self.write(command, state.clone()).await?;
        self.states().insert(command, state);
        Ok(())
    }

    /// Remembers that nothing is left to do for a command, here at once, and on the disk as soon as it takes it.
    pub async fn settle(&self, command: Uuid) {
        self.states().insert(command, State::Settled);
        if let Err(error) = self.write(command, State::Settled).await {
            tracing::error!(%command, %error, "the command journal cannot be written; it is tried again");
        }
    }

    async fn write(&self, command: Uuid, state: State) -> io::Result<()> {
        let (sender, answer) = oneshot::channel();
        let request = Request {
            line: Line { command, state },
            answer: sender,
        };
        let hangs = || {
            let reason = format!(
                "the disk has not answered for {} s",
                self.patience.write.as_secs()
            );
            self.trouble.set(Some(reason.clone()));
            io::Error::new(io::ErrorKind::TimedOut, reason)
        };
        self.requests.try_send(request).map_err(|_| hangs())?;
        match timeout(self.patience.write, answer).await {
            Ok(Ok(written)) => written,
            Ok(Err(_)) => Err(io::Error::other("the journal's thread has ended")),
            Err(_) => Err(hangs()),
        }
    }

    /// Commands that were accepted and are not settled.
    #[must_use]
    pub fn unsettled(&self) -> Vec<(Uuid, State)> {
        let states = self.states();
        let open = states.iter().filter(|(_, state)| **state != State::Settled);
        open.map(|(command, state)| (*command, state.clone())).collect()
    }

    fn states(&self) -> MutexGuard<'_, HashMap<Uuid, State>> {
        locked(&self.states)
    }
}

/// What the thread has.
struct Writer {
    file: LineFile,
    /// Ends of commands that could not be written.
    unwritten: VecDeque<Vec<u8>>,
    trouble: Trouble,
}

impl Writer {
    fn serve(&mut self, inbox: &Receiver<Request>, retry: Duration) {
        loop {
            let request = if self.trouble.reason().is_none() {
                inbox.recv().map_err(RecvTimeoutError::from)
            } else {
                inbox.recv_timeout(retry)
            };
            match request {
                Ok(request) => self.take(request),
                // An empty line says nothing; that it can be written says that others can.
                Err(RecvTimeoutError::Timeout) => drop(self.write(b"\n")),
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn take(&mut self, Request { line, answer }: Request) {
        let is_end = line.state == State::Settled;
        let written = line.to_bytes().and_then(|bytes| {
            self.write(&bytes).inspect_err(|_| {
                if is_end && self.unwritten.len() < UNWRITTEN_MAX {
                    self.unwritten.push_back(bytes.clone());
                }
            })
        });
        // Whoever asked may have given up: then a later line says what became of the command.
        let _ = answer.send(written);
    }

    /// Writes what could not be written before, and then a line.
    fn write(&mut self, line: &[u8]) -> io::Result<()> {
        let written = self.write_in_order(line);
        let trouble = written.as_ref().err().map(ToString::to_string);
        match (&trouble, self.trouble.reason()) {
            (Some(reason), None) => tracing::error!(
                reason,
                "the command journal cannot be written: commands are declined"
            ),
            (None, Some(_)) => tracing::info!("the command journal can be written again"),
            _ => {}
        }
        self.trouble.set(trouble);
        written
    }

    fn write_in_order(&mut self, line: &[u8]) -> io::Result<()> {
        while let Some(earlier) = self.unwritten.front() {
            self.file.append(earlier)?;
            self.unwritten.pop_front();
        }
        self.file.append(line)
    }
}

/// Where the journal lies.
#[must_use]
pub fn journal_path(state_directory: &Path) -> PathBuf {
    state_directory.join("commands.jsonl")
}
