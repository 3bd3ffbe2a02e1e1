//! Numbers that only grow: over restarts, crashes, and a clock that is set back.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use crate::runtime::clock::now_ms;
use crate::runtime::replace_file::replace_file;

/// Numbers are taken from the disk so many at a time; a crash leaves the rest of them unused.
const RESERVED: u64 = 65_536;
/// More are asked for when so many are left, long before they are needed: nobody waits for the disk.
const LEFT_MIN: u64 = RESERVED / 2;
/// After so many numbers it is asked again, should the disk not have answered.
const ASKED_AGAIN: u64 = 1024;
/// Questions that wait for a disk that hangs.
const WAITING_MAX: usize = 2;

/// The agent's count of its events.
pub struct Sequence {
    next: u64,
    /// On the disk.
    reserved_end: Arc<AtomicU64>,
    /// The number at which more were asked for.
    asked_at: Option<u64>,
    wishes: SyncSender<u64>,
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
        write(&path, next + RESERVED)?;
        let reserved_end = Arc::new(AtomicU64::new(next + RESERVED));
        let (wishes, inbox) = sync_channel(WAITING_MAX);
        let reserved = Arc::clone(&reserved_end);
        std::thread::Builder::new()
            .name("sequence".to_owned())
            .spawn(move || reserve(&path, &inbox, &reserved))?;
        Ok(Self {
            next,
            reserved_end,
            asked_at: None,
            wishes,
        })
    }

    /// The next number. While the disk does not answer, numbers that it has not reserved are given too: should the agent
    /// crash then, the time in milliseconds is beyond them at its next start.
    pub fn take(&mut self) -> u64 {
        let left = self
            .reserved_end
            .load(Ordering::Acquire)
            .saturating_sub(self.next);
        let is_due = self
            .asked_at
            .is_none_or(|asked_at| self.next >= asked_at + ASKED_AGAIN);
        if left <= LEFT_MIN && is_due {
            self.asked_at = Some(self.next);
            // One that finds no room in the queue is asked again.
            let _ = self.wishes.try_send(self.next + RESERVED);
        }
        self.next += 1;
        self.next - 1
    }
}

/// The thread's loop.
fn reserve(path: &Path, wishes: &Receiver<u64>, reserved_end: &AtomicU64) {
    while let Ok(end) = wishes.recv() {
        match write(path, end) {
            Ok(()) => drop(reserved_end.fetch_max(end, Ordering::Release)),
            Err(error) => tracing::warn!(%error, "the count of events could not be written"),
        }
    }
}

fn write(path: &Path, end: u64) -> io::Result<()> {
    replace_file(path, end.to_string().as_bytes())
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
        for _ in 0..=2 * RESERVED {
            let number = sequence.take();
            if number.is_multiple_of(ASKED_AGAIN) {
                // Events come more slowly than a disk answers, which may be busy here.
                assert!(is_on_disk(directory.path(), number), "{number}");
            }
        }
    }

    /// Whether the disk reserves more than this number, without another number being taken.
    fn is_on_disk(directory: &Path, number: u64) -> bool {
        (0..5_000).any(|_| {
            std::thread::sleep(std::time::Duration::from_millis(2));
            let text = std::fs::read_to_string(directory.join("sequence")).unwrap();
            text.parse::<u64>().unwrap() > number
        })
    }

    #[test]
    fn does_not_wait_for_a_disk_that_hangs() {
        let directory = tempfile::tempdir().unwrap();
        let mut sequence = Sequence::open(directory.path()).unwrap();
        // Nobody is at the other end of it: opening it waits for ever.
        let draft = directory.path().join("sequence.draft");
        nix::unistd::mkfifo(&draft, nix::sys::stat::Mode::S_IRWXU).unwrap();
        let first = sequence.take();
        let (told, done) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let last = (0..2 * RESERVED).map(|_| sequence.take()).last();
            told.send(last.unwrap())
        });
        let last = done.recv_timeout(std::time::Duration::from_secs(10)).unwrap();
        assert_eq!(last, first + 2 * RESERVED);
    }
}
