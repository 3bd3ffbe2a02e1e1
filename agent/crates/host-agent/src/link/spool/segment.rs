//! One segment file: how much of it is whole, and how the rest is put out of the way. A damaged record costs itself alone:
//! its bytes are set aside for a person, and marked in place so that reading goes on behind them.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Seek, SeekFrom};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use super::frame::{self, Next};

/// Damaged pieces that are kept at most, and the size of one.
const PIECES_MAX: usize = 16;
const PIECE_BYTES_MAX: usize = 1024 * 1024;
/// A disk gives or withholds its bytes by blocks.
const BLOCK_BYTES: usize = 4096;

/// One file of a lane, as far as it is whole.
pub struct Segment {
    /// Its name, and its place in the order.
    pub number: u64,
    /// Up to the end of its last whole record.
    pub bytes: u64,
    /// Whole ones.
    pub records: u64,
}

/// What a segment holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Checked {
    /// Up to the end of its last whole record.
    pub bytes: u64,
    /// Whole ones.
    pub records: u64,
    /// Records before the cursor, and the place of the cursor, which damage may have moved.
    pub before_cursor: u64,
    /// See above.
    pub cursor_offset: u64,
    /// Records that were lost to damage found now.
    pub lost: u64,
}

/// How a segment is looked at.
#[derive(Debug, Clone, Copy)]
pub struct Look<'a> {
    /// The file.
    pub path: &'a Path,
    /// Whether a crash may have cut its last record short.
    pub may_be_torn: bool,
    /// Where reading goes on, if in this segment.
    pub cursor_offset: u64,
    /// Where damaged bytes are put.
    pub aside: &'a Path,
}

impl Look<'_> {
    /// Reads the segment to its end and mends it.
    ///
    /// # Errors
    /// If it cannot be opened, or what is damaged can neither be marked nor cut.
    pub fn check(&self) -> io::Result<Checked> {
        let file = OpenOptions::new().read(true).write(true).open(self.path)?;
        let length = file.metadata()?.len();
        let mut checked = Checked {
            cursor_offset: self.cursor_offset,
            ..Checked::default()
        };
        let mut reader = BufReader::new(&file);
        loop {
            // What cannot be read is as good as damaged.
            match frame::decode(&mut reader, length - checked.bytes).unwrap_or(Next::Damaged) {
                Next::Record(payload) => {
                    checked.before_cursor += u64::from(checked.bytes < checked.cursor_offset);
                    checked.bytes += frame::HEADER_BYTES + payload.len() as u64;
                    checked.records += 1;
                }
                Next::Skipped(bytes) => {
                    checked.pass(bytes);
                    reader.seek(SeekFrom::Start(checked.bytes))?;
                }
                Next::Damaged => match self.mend(&file, checked.bytes, length)? {
                    Mended::Marked { bytes, lost } => {
                        checked.lost += lost;
                        checked.pass(bytes);
                        reader.seek(SeekFrom::Start(checked.bytes))?;
                    }
                    Mended::Cut { lost } => {
                        checked.lost += lost;
                        return Ok(checked);
                    }
                },
                Next::End => return Ok(checked),
            }
        }
    }

    fn mend(&self, file: &File, offset: u64, length: u64) -> io::Result<Mended> {
        let rest = read_as_far_as_possible(file, offset, length);
        let Some(damaged) = frame::find_behind(&rest) else {
            return self.cut(file, offset, &rest);
        };
        let (bytes, damaged) = (damaged as u64, &rest[..damaged]);
        let marker = frame::skip(bytes).ok_or_else(|| io::Error::other("too much is damaged at once"))?;
        self.set_aside(offset, damaged);
        file.write_all_at(&marker, offset)?;
        file.sync_data()?;
        let lost = frame::count(damaged);
        tracing::error!(path = %self.path.display(), offset, bytes, lost, "skipped damaged events in the spool");
        Ok(Mended::Marked { bytes, lost })
    }

    /// No whole record follows.
    fn cut(&self, file: &File, offset: u64, rest: &[u8]) -> io::Result<Mended> {
        let (path, cut_bytes) = (self.path.display(), rest.len());
        let lost = if self.may_be_torn && frame::is_torn(rest) {
            tracing::warn!(%path, kept_bytes = offset, cut_bytes, "cut a record that was not written to its end");
            0
        } else {
            self.set_aside(offset, rest);
            let lost = frame::count(rest);
            tracing::error!(%path, kept_bytes = offset, cut_bytes, lost, "cut damaged events off the spool");
            lost
        };
        file.set_len(offset)?;
        file.sync_all()?;
        Ok(Mended::Cut { lost })
    }

    /// For a person to look at; the damage itself is worth more attention than a failure to keep its bytes.
    fn set_aside(&self, offset: u64, damaged: &[u8]) {
        let piece = &damaged[..damaged.len().min(PIECE_BYTES_MAX)];
        let kept = std::fs::create_dir_all(self.aside).and_then(|()| {
            if self.aside.read_dir()?.count() >= PIECES_MAX {
                return Err(io::Error::other("there are enough damaged pieces there already"));
            }
            std::fs::write(self.piece_path(offset), piece)
        });
        if let Err(error) = kept {
            tracing::warn!(%error, directory = %self.aside.display(), "damaged events of the spool were not kept");
        }
    }

    /// Such as `results-0000000000000007-4096.damaged`.
    fn piece_path(&self, offset: u64) -> PathBuf {
        let segment = self.path.file_stem().unwrap_or_default().display();
        let lane = self.path.parent().and_then(Path::file_name).unwrap_or_default();
        self.aside
            .join(format!("{}-{segment}-{offset}.damaged", lane.display()))
    }
}

enum Mended {
    /// So many bytes are marked as damaged; whole records follow.
    Marked { bytes: u64, lost: u64 },
    /// It ends here now.
    Cut { lost: u64 },
}

impl Checked {
    /// Goes on behind bytes that are no record; so does a cursor that stood among them.
    fn pass(&mut self, bytes: u64) {
        let end = self.bytes + bytes;
        if (self.bytes + 1..end).contains(&self.cursor_offset) {
            self.cursor_offset = end;
        }
        self.bytes = end;
    }
}

/// The rest of a file; zeros where the disk does not give its bytes.
fn read_as_far_as_possible(file: &File, offset: u64, length: u64) -> Vec<u8> {
    let mut rest = vec![0; usize::try_from(length.saturating_sub(offset)).unwrap_or(0)];
    let mut place = offset;
    for block in rest.chunks_mut(BLOCK_BYTES) {
        if file.read_exact_at(block, place).is_err() {
            block.fill(0);
        }
        place += block.len() as u64;
    }
    rest
}
