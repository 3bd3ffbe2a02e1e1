//! Reads what is kept of a run that a restart broke off.

use std::io::Read;
use std::path::Path;
use std::sync::{Arc, Mutex};

use uuid::Uuid;

use super::line::{Line, VERSION, Word};
use super::{RECORD_BYTES_MAX, Record, Records};
use crate::runtime::line_file::LineFile;
use crate::runtime::off_thread::InTurn;

impl Records {
    /// Reads what is kept of a run, to go on with it.
    ///
    /// # Errors
    /// Why that is not possible, for a person.
    pub(in crate::work::run) fn read(&self, run_id: Uuid) -> Result<Record, String> {
        let path = self.path(run_id);
        let cannot =
            |reason: String| format!("what this host had written down of the run cannot be read: {reason}");
        let text = whole_lines(&path).map_err(|error| cannot(error.to_string()))?;
        let mut lines = text.lines();
        let first = lines
            .next()
            .ok_or_else(|| cannot("nothing is left of it".to_owned()))?;
        let mut record = self.begun(&path, first, text.len() as u64).map_err(cannot)?;
        if record.command.run_id != run_id {
            return Err(cannot("it is another run's".to_owned()));
        }
        for (line, number) in lines.zip(2..) {
            let line =
                serde_json::from_str(line).map_err(|error| cannot(format!("line {number}: {error}")))?;
            record.take(line).map_err(cannot)?;
        }
        Ok(record)
    }

    fn begun(&self, path: &Path, first: &str, bytes: u64) -> Result<Record, String> {
        let first: Line = serde_json::from_str(first).map_err(|error| format!("line 1: {error}"))?;
        let Word::Run {
            version: VERSION,
            command,
            namespace,
        } = first.word
        else {
            return Err("another version of the agent wrote it".to_owned());
        };
        let file = LineFile::open(path).map_err(|error| error.to_string())?;
        Ok(Record {
            command: *command,
            namespace,
            done: Vec::new(),
            beginnings: 0,
            suspensions: 0,
            last: first.moment,
            clocks: Arc::clone(&self.clocks),
            file: Arc::new(Mutex::new(file)),
            bytes,
            turn: InTurn::default(),
        })
    }
}

/// Without half a line at the end, which a crash may leave: what it says was not begun, or is not known to be over.
fn whole_lines(path: &Path) -> std::io::Result<String> {
    let mut content = Vec::new();
    let file = std::fs::File::open(path)?;
    file.take(RECORD_BYTES_MAX + 1).read_to_end(&mut content)?;
    if content.len() as u64 > RECORD_BYTES_MAX {
        return Err(std::io::Error::other("it is too large"));
    }
    let last = content.iter().rposition(|byte| *byte == b'\n');
    content.truncate(last.map_or(0, |last| last + 1));
    String::from_utf8(content).map_err(std::io::Error::other)
}

impl Record {
    fn take(&mut self, line: Line) -> Result<(), String> {
        self.last = line.moment;
        match line.word {
            Word::Run { .. } => return Err("it begins twice".to_owned()),
            Word::Begun => self.beginnings = self.beginnings.saturating_add(1),
            Word::Alive => {}
            Word::Suspended => self.suspensions = self.beginnings.min(self.suspensions.saturating_add(1)),
            Word::Done { place, feedback } => {
                self.done.push((place, feedback));
                (self.beginnings, self.suspensions) = (0, 0);
            }
        }
        Ok(())
    }
}
