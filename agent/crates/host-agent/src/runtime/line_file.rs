//! A file of whole lines only. A write that is cut short, as on a full disk, leaves half a line, and the next one would be
//! glued to it; so half a line is cut off before anything else is written.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

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
pub struct LineFile {
    disk: Box<dyn Disk>,
    /// Up to the end of the last whole line that is on the disk.
    whole_bytes: u64,
    /// Whether there may be more behind it.
    is_torn: bool,
}

impl LineFile {
    /// Opens a file of mode 0600, or makes it, to go on behind its last whole line.
    ///
    /// # Errors
    /// If it cannot be read or written.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new()
            .append(true)
            .create(true)
            .mode(0o600)
            .open(path)?;
        let content = std::fs::read(path)?;
        let last = content.iter().rposition(|byte| *byte == b'\n');
        let whole_bytes = last.map_or(0, |last| last + 1);
        let is_torn = whole_bytes < content.len();
        Ok(Self::new(Box::new(file), whole_bytes as u64, is_torn))
    }

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
    /// The line is not in the file.
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
