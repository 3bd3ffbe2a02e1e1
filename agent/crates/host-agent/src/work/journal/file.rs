//! The journal's file: whole lines only. A write that is cut short, as on a full disk, leaves half a line, and the next one
//! would be glued to it; so half a line is cut off before anything else is written.

use std::collections::{HashMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use uuid::Uuid;

use super::state::{Line, State};

/// Commands remembered at most; the server stops offering one when it has the answer, long before.
const COMMANDS_MAX: usize = 10_000;
/// How every line begins.
const LINE_START: &str = "{\"command\"";

/// What a file must be able to do; a test gives one that fails.
pub trait Disk: Write + Send {
    /// Makes it so long.
    fn cut(&mut self, bytes: u64) -> io::Result<()>;
    /// Waits until what was written is on the disk.
    fn sync(&mut self) -> io::Result<()>;
}

impl Disk for File {
    fn cut(&mut self, bytes: u64) -> io::Result<()> {
        self.set_len(bytes)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }
}

/// See the module.
pub struct JournalFile {
    disk: Box<dyn Disk>,
    /// Up to the end of the last whole line that is on the disk.
    whole_bytes: u64,
    /// Whether there may be more behind it.
    is_torn: bool,
}

impl JournalFile {
    /// Goes on behind so many bytes.
    pub fn new(disk: Box<dyn Disk>, whole_bytes: u64, is_torn: bool) -> Self {
        Self {
            disk,
            whole_bytes,
            is_torn,
        }
    }

    /// Appends a line and waits for the disk. Where that does not succeed, nothing of it stays.
    ///
    /// # Errors
    /// The line is not in the journal.
    pub fn append(&mut self, line: &[u8]) -> io::Result<()> {
        if self.is_torn {
            self.mend()?;
        }
        self.is_torn = true;
        let written = self.disk.write_all(line).and_then(|()| self.disk.sync());
        if let Err(error) = written {
            // If this fails too, it is tried again before the next line.
            let _ = self.mend();
            return Err(error);
        }
        self.is_torn = false;
        self.whole_bytes += line.len() as u64;
        Ok(())
    }

    fn mend(&mut self) -> io::Result<()> {
        self.disk.cut(self.whole_bytes)?;
        self.disk.sync()?;
        self.is_torn = false;
        Ok(())
    }
}

/// Opens the journal, forgets the oldest settled commands, and cuts a torn last line.
///
/// # Errors
/// If the file cannot be used.
pub fn open(path: &Path) -> io::Result<(JournalFile, HashMap<Uuid, State>)> {
    let lines = lines(&read(path)?);
    let states: HashMap<Uuid, State> = lines
        .iter()
        .map(|line| (line.command, line.state.clone()))
        .collect();
    if let Err(error) = rewrite(path, &lines, &states) {
        // On a full disk the old one still says all.
        tracing::warn!(%error, path = %path.display(), "the command journal could not be written anew");
    }
    let file = OpenOptions::new()
        .append(true)
        .create(true)
        .mode(0o600)
        .open(path)?;
    let content = read(path)?;
    let whole_bytes = content
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |last| last + 1);
    let is_torn = whole_bytes < content.len();
    Ok((
        JournalFile::new(Box::new(file), whole_bytes as u64, is_torn),
        states,
    ))
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
