//! Numbers that only grow: over restarts, crashes, and a clock that is set back.

use std::io;
use std::path::{Path, PathBuf};

use crate::identity::replace_file;
use crate::outbox::now_ms;

/// Numbers are taken from the disk so many at a time; a crash leaves the rest of them unused.
const RESERVED: u64 = 65_536;

/// The agent's count of its events.
pub struct Sequence {
    path: PathBuf,
    next: u64,
    reserved_end: u64,
}

impl Sequence {
    /// Goes on behind every number given before. The count starts at the time in milliseconds, so that it grows also
    /// where its file was lost; events are never as frequent as milliseconds.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn open(state_directory: &Path) -> io::Result<Self> {
        let path = state_directory.join("sequence");
        let before = std::fs::read_to_string(&path).unwrap_or_default();
        let next = before.trim().parse().unwrap_or(0).max(now_ms());
        let mut sequence = Self {
            path,
            next,
            reserved_end: next,
        };
        sequence.reserve()?;
        Ok(sequence)
    }

    /// The next number.
    pub fn take(&mut self) -> u64 {
        if self.next == self.reserved_end
            && let Err(error) = self.reserve()
        {
            tracing::warn!(%error, "the count of events could not be written");
        }
        self.next += 1;
        self.next - 1
    }

    fn reserve(&mut self) -> io::Result<()> {
        self.reserved_end = self.next + RESERVED;
        replace_file(&self.path, self.reserved_end.to_string().as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grows_over_a_restart_also_where_the_clock_was_set_back_or_the_file_was_lost() {
        let directory = tempfile::tempdir().unwrap();
        let first = Sequence::open(directory.path()).unwrap().take();
        let again = Sequence::open(directory.path()).unwrap().take();
        assert!(again > first);

        // As a host of the year 2100 left it, whose clock is now what it is.
        let year_2100_ms: u64 = 4_102_444_800_000;
        std::fs::write(directory.path().join("sequence"), year_2100_ms.to_string()).unwrap();
        let mut ahead = Sequence::open(directory.path()).unwrap();
        assert_eq!((ahead.take(), ahead.take()), (year_2100_ms, year_2100_ms + 1));

        let earlier_ms = now_ms();
        std::fs::remove_file(directory.path().join("sequence")).unwrap();
        assert!(Sequence::open(directory.path()).unwrap().take() >= earlier_ms);
    }

    #[test]
    fn has_on_disk_what_it_gives_out() {
        let directory = tempfile::tempdir().unwrap();
        let mut sequence = Sequence::open(directory.path()).unwrap();
        for _ in 0..=RESERVED {
            let number = sequence.take();
            if number.is_multiple_of(16_384) || number + 2 > sequence.reserved_end {
                let text = std::fs::read_to_string(directory.path().join("sequence")).unwrap();
                assert!(text.parse::<u64>().unwrap() > number);
            }
        }
    }
}
