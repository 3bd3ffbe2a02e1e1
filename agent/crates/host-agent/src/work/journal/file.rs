//! The journal's file: a line for each state of a command.

use std::collections::{HashMap, HashSet};
use std::io;
use std::path::Path;

use uuid::Uuid;

use super::state::{Line, State};
use crate::runtime::line_file::LineFile;

/// Commands remembered at most; the server stops offering one when it has the answer, long before.
const COMMANDS_MAX: usize = 10_000;
/// How every line begins.
const LINE_START: &str = "{\"command\"";

/// Opens the journal, forgets the oldest settled commands, and cuts a torn last line.
///
/// # Errors
/// If the file cannot be used.
pub fn open(path: &Path) -> io::Result<(LineFile, HashMap<Uuid, State>)> {
    let lines = lines(&read(path)?);
    let states: HashMap<Uuid, State> = lines
        .iter()
        .map(|line| (line.command, line.state.clone()))
        .collect();
    if let Err(error) = rewrite(path, &lines, &states) {
        // On a full disk the old one still says all.
        tracing::warn!(%error, path = %path.display(), "the command journal could not be written anew");
    }
    Ok((LineFile::open(path)?, states))
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    match std::fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        content => content,
    }
}

fn lines(content: &[u8]) -> Vec<Line> {
    let text = String::from_utf8_lossy(content);
    let written = text.lines().filter(|line| !line.is_empty());
    let lines = written.filter_map(|line| {
        // A whole line may stand behind half a line.
        let start = line.rfind(LINE_START).unwrap_or(0);
        if start > 0 {
            tracing::warn!("half a line of the command journal was lost");
        }
        let parsed = serde_json::from_str(&line[start..]);
        parsed
            .inspect_err(|error| tracing::warn!(%error, "skipped a damaged line of the command journal"))
            .ok()
    });
    lines.collect()
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
    for command in order.into_iter().rev() {
        let state = states[&command].clone();
        content.extend(Line { command, state }.to_bytes()?);
    }
    crate::runtime::replace_file::replace_file(path, &content)
}
