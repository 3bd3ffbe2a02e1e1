//! Which commands were taken on, on disk before anything is done. A command is carried out at most once, also across a
//! crash: one that was accepted and not finished is reported as interrupted, never started again.

use std::collections::{HashMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::policy::ActionKind;

/// Commands remembered at most; the server stops offering one when it has the answer, long before.
const COMMANDS_MAX: usize = 10_000;

/// How far a command came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "state", rename_all_fields = "camelCase")]
pub enum State {
    /// Taken on; a benchmark has a run.
    Accepted {
        /// The run it stands for.
        run_id: Option<Uuid>,
    },
    /// Measuring this point.
    AtPoint {
        /// The run.
        run_id: Uuid,
        /// The point's index.
        point_index: u16,
    },
    /// Changing, testing or erasing a drive.
    Acting {
        /// How; for the words after a crash.
        action: ActionKind,
    },
    /// Declined or done; nothing is left to do.
    Settled,
}

#[derive(Serialize, Deserialize)]
struct Line {
    command: Uuid,
    #[serde(flatten)]
    state: State,
}

/// The journal file.
pub struct Journal {
    file: File,
    states: HashMap<Uuid, State>,
}

impl Journal {
    /// Opens the journal, cuts a torn last line, and forgets the oldest settled commands.
    ///
    /// # Errors
    /// If the file cannot be used. The agent must not run commands then.
    pub fn open(path: &Path) -> io::Result<Self> {
        let lines = read(path)?;
        let states: HashMap<Uuid, State> = lines.iter().map(|line| (line.command, line.state)).collect();
        rewrite(path, &lines, &states)?;
        let file = OpenOptions::new()
            .append(true)
            .create(true)
            .mode(0o600)
            .open(path)?;
        Ok(Self { file, states })
    }

    /// How far a command came; `None` if it was never seen.
    #[must_use]
    pub fn state(&self, command: Uuid) -> Option<State> {
        self.states.get(&command).copied()
    }

    /// Writes a state down and returns when it is on the disk.
    ///
    /// # Errors
    /// If it could not be written: then do not do what it announces.
    pub fn set(&mut self, command: Uuid, state: State) -> io::Result<()> {
        let mut line = serde_json::to_vec(&Line { command, state })?;
        line.push(b'\n');
        self.file.write_all(&line)?;
        self.file.sync_data()?;
        self.states.insert(command, state);
        Ok(())
    }

    /// Commands that were accepted and are not settled.
    #[must_use]
    pub fn unsettled(&self) -> Vec<(Uuid, State)> {
        let open = self.states.iter().filter(|(_, state)| **state != State::Settled);
        open.map(|(command, state)| (*command, *state)).collect()
    }
}

fn read(path: &Path) -> io::Result<Vec<Line>> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let lines = text.lines().filter_map(|line| {
        let parsed = serde_json::from_str(line);
        parsed
            .inspect_err(|error| tracing::warn!(%error, "skipped a damaged line of the command journal"))
            .ok()
    });
    Ok(lines.collect())
}

/// Keeps one line a command: every unsettled one, and the latest settled ones.
fn rewrite(path: &Path, lines: &[Line], states: &HashMap<Uuid, State>) -> io::Result<()> {
    let mut order: Vec<Uuid> = Vec::new();
    let mut seen = HashSet::new();
    for line in lines.iter().rev() {
        let is_wanted = order.len() < COMMANDS_MAX || states[&line.command] != State::Settled;
        if is_wanted && seen.insert(line.command) {
            order.push(line.command);
        }
    }
    let mut content = Vec::new();
    for command in order.iter().rev() {
        serde_json::to_writer(
            &mut content,
            &Line {
                command: *command,
                state: states[command],
            },
        )?;
        content.push(b'\n');
    }
    crate::identity::replace_file(path, &content)
}

/// Where the journal lies.
#[must_use]
pub fn journal_path(state_directory: &Path) -> PathBuf {
    state_directory.join("commands.jsonl")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remembers_over_a_restart_what_was_accepted_and_what_was_settled() {
        let directory = tempfile::tempdir().unwrap();
        let path = journal_path(directory.path());
        let (done, half, run) = (Uuid::new_v4(), Uuid::new_v4(), Uuid::new_v4());
        let mut journal = Journal::open(&path).unwrap();
        assert_eq!(journal.state(done), None);
        journal.set(done, State::Accepted { run_id: None }).unwrap();
        journal.set(half, State::Accepted { run_id: Some(run) }).unwrap();
        journal.set(done, State::Settled).unwrap();
        journal
            .set(
                half,
                State::AtPoint {
                    run_id: run,
                    point_index: 3,
                },
            )
            .unwrap();

        for _ in 0..2 {
            let journal = Journal::open(&path).unwrap();
            assert_eq!(journal.state(done), Some(State::Settled));
            assert_eq!(
                journal.unsettled(),
                [(
                    half,
                    State::AtPoint {
                        run_id: run,
                        point_index: 3
                    }
                )]
            );
        }
        assert_eq!(
            std::fs::read_to_string(&path).unwrap().lines().count(),
            2,
            "rewritten with a line a command"
        );
    }

    #[test]
    fn a_torn_last_line_costs_only_itself() {
        let directory = tempfile::tempdir().unwrap();
        let path = journal_path(directory.path());
        let command = Uuid::new_v4();
        Journal::open(&path)
            .unwrap()
            .set(command, State::Accepted { run_id: None })
            .unwrap();
        let mut file = OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(b"{\"command\":\"7d4448").unwrap();
        let mut journal = Journal::open(&path).unwrap();
        journal.set(command, State::Settled).unwrap();
        assert_eq!(Journal::open(&path).unwrap().state(command), Some(State::Settled));
    }
}
