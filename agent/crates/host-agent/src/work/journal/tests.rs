use std::fs::{File, OpenOptions};
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crosspoint_wire::{CommandEventOutcome, RunFinishedEventOutcome};

use super::*;
use crate::guard::policy::ActionKind;
use crate::runtime::line_file::Disk;
use crate::runtime::small_disk::SmallDisk;

const IMPATIENT: Patience = Patience {
    write: Duration::from_millis(200),
    retry: Duration::from_millis(10),
};
const ACCEPTED: State = State::Accepted { run_id: None };

#[tokio::test]
async fn remembers_over_a_restart_what_was_accepted_and_what_was_settled() {
    let directory = tempfile::tempdir().unwrap();
    let path = journal_path(directory.path());
    let (done, half, run) = (Uuid::new_v4(), Uuid::new_v4(), Uuid::new_v4());
    let acting = State::Acting {
        action: ActionKind::Format,
    };
    let journal = Journal::open(&path).unwrap();
    assert_eq!(journal.state(done), None);
    journal.set(done, ACCEPTED).await.unwrap();
    let accepted = State::Accepted { run_id: Some(run) };
    journal.set(half, accepted).await.unwrap();
    journal.settle(done).await;
    journal.set(half, acting.clone()).await.unwrap();

    for _ in 0..2 {
        let journal = Journal::open(&path).unwrap();
        assert_eq!(journal.state(done), Some(State::Settled));
        assert_eq!(journal.unsettled(), [(half, acting.clone())]);
    }
    assert_eq!(
        std::fs::read_to_string(&path).unwrap().lines().count(),
        2,
        "rewritten with a line a command"
    );
}

#[tokio::test]
async fn an_end_that_was_not_told_is_known_after_a_restart() {
    let directory = tempfile::tempdir().unwrap();
    let path = journal_path(directory.path());
    let (command, run) = (Uuid::new_v4(), Uuid::new_v4());
    let ended = State::Ended(Ending {
        outcome: CommandEventOutcome::Failed,
        reason: Some("why".to_owned()),
        nvme_status: Some(0x410e),
        run: Some((run, RunFinishedEventOutcome::Failed, None)),
        is_run_unknown: false,
    });
    let journal = Journal::open(&path).unwrap();
    journal.set(command, ended.clone()).await.unwrap();
    assert_eq!(Journal::open(&path).unwrap().unsettled(), [(command, ended)]);
}

#[tokio::test]
async fn a_torn_last_line_costs_only_itself() {
    let directory = tempfile::tempdir().unwrap();
    let path = journal_path(directory.path());
    let command = Uuid::new_v4();
    let journal = Journal::open(&path).unwrap();
    journal.set(command, ACCEPTED).await.unwrap();
    let mut file = OpenOptions::new().append(true).open(&path).unwrap();
    file.write_all(b"{\"command\":\"7d4448").unwrap();
    let journal = Journal::open(&path).unwrap();
    journal.settle(command).await;
    assert_eq!(Journal::open(&path).unwrap().state(command), Some(State::Settled));
}

#[tokio::test]
async fn a_whole_line_behind_half_a_line_is_found_and_bytes_that_are_no_text_cost_their_line() {
    let directory = tempfile::tempdir().unwrap();
    let path = journal_path(directory.path());
    let (first, second) = (Uuid::new_v4(), Uuid::new_v4());
    let line = |command| Line {
        command,
        state: ACCEPTED,
    };
    let content = [
        &b"{\"command\":\"7d4448"[..],
        &line(first).to_bytes().unwrap(),
        b"\xff\xfe\n",
        &line(second).to_bytes().unwrap(),
    ];
    std::fs::write(&path, content.concat()).unwrap();
    let journal = Journal::open(&path).unwrap();
    assert_eq!(
        (journal.state(first), journal.state(second)),
        (Some(ACCEPTED), Some(ACCEPTED))
    );
}

/// A file that takes so many bytes and no more, as a full disk does.
struct Full {
    file: File,
    capacity: Arc<AtomicU64>,
    cut_fails: Arc<AtomicBool>,
}

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let used = self.file.metadata()?.len();
        let room = self.capacity.load(Ordering::Relaxed).saturating_sub(used);
        match usize::try_from(room).unwrap().min(bytes.len()) {
            0 => Err(io::ErrorKind::StorageFull.into()),
            taken => self.file.write(&bytes[..taken]),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Disk for Full {
    fn cut(&mut self, bytes: u64) -> io::Result<()> {
        match self.cut_fails.load(Ordering::Relaxed) {
            true => Err(io::Error::other("input/output error")),
            false => self.file.set_len(bytes),
        }
    }

    fn sync(&mut self) -> io::Result<()> {
        self.file.sync_data()
    }
}

/// A journal on such a file, what it is full at, and whether it can be cut.
fn on_a_small_disk(path: &Path, capacity: u64) -> (Journal, Arc<AtomicU64>, Arc<AtomicBool>) {
    let (capacity, cut_fails) = (Arc::new(AtomicU64::new(capacity)), Arc::<AtomicBool>::default());
    let disk = Full {
        file: OpenOptions::new().append(true).create(true).open(path).unwrap(),
        capacity: Arc::clone(&capacity),
        cut_fails: Arc::clone(&cut_fails),
    };
    let file = LineFile::new(Box::new(disk), 0, false);
    let journal = Journal::start(file, HashMap::new(), IMPATIENT).unwrap();
    (journal, capacity, cut_fails)
}

/// A journal that takes nothing.
pub fn refusing(path: &Path) -> Journal {
    on_a_small_disk(path, 0).0
}

async fn until(what: &str, condition: impl Fn() -> bool) {
    for _ in 0..500 {
        if condition() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("{what} did not happen");
}

#[tokio::test]
async fn a_write_that_was_cut_short_leaves_nothing_that_the_next_line_could_be_glued_to() {
    // A line of `ACCEPTED` has 83 bytes with its end: the second is cut short.
    for capacity in [84, 100, 150, 165] {
        let directory = tempfile::tempdir().unwrap();
        let path = journal_path(directory.path());
        let (journal, room, _) = on_a_small_disk(&path, capacity);
        let [first, second, third] = [Uuid::new_v4(), Uuid::new_v4(), Uuid::new_v4()];
        journal.set(first, ACCEPTED).await.unwrap();
        let error = journal.set(second, ACCEPTED).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        assert_eq!(
            journal.state(second),
            None,
            "what is not on the disk is not begun"
        );
        room.store(1 << 20, Ordering::Relaxed);
        journal.set(third, ACCEPTED).await.unwrap();

        let reopened = Journal::open(&path).unwrap();
        let states = [first, second, third].map(|command| reopened.state(command));
        assert_eq!(states, [Some(ACCEPTED), None, Some(ACCEPTED)], "{capacity}");
    }
}

#[tokio::test]
async fn while_half_a_line_cannot_be_cut_off_nothing_is_written_behind_it() {
    let directory = tempfile::tempdir().unwrap();
    let path = journal_path(directory.path());
    let (journal, room, cut_fails) = on_a_small_disk(&path, 100);
    let [first, second, third] = [Uuid::new_v4(), Uuid::new_v4(), Uuid::new_v4()];
    journal.set(first, ACCEPTED).await.unwrap();
    cut_fails.store(true, Ordering::Relaxed);
    journal.set(second, ACCEPTED).await.unwrap_err();
    room.store(1 << 20, Ordering::Relaxed);
    let error = journal.set(third, ACCEPTED).await.unwrap_err();
    assert_eq!(error.to_string(), "input/output error");
    assert_eq!(journal.trouble().reason().unwrap(), "input/output error");
    cut_fails.store(false, Ordering::Relaxed);
    until("it is well again, by itself", || {
        journal.trouble().reason().is_none()
    })
    .await;
    journal.set(third, ACCEPTED).await.unwrap();
    let reopened = Journal::open(&path).unwrap();
    let states = [first, second, third].map(|command| reopened.state(command));
    assert_eq!(states, [Some(ACCEPTED), None, Some(ACCEPTED)]);
}

#[tokio::test]
async fn an_end_that_found_no_room_is_written_when_there_is_some() {
    let directory = tempfile::tempdir().unwrap();
    let path = journal_path(directory.path());
    let (journal, room, _) = on_a_small_disk(&path, 100);
    let command = Uuid::new_v4();
    journal.set(command, ACCEPTED).await.unwrap();
    journal.settle(command).await;
    assert_eq!(journal.state(command), Some(State::Settled), "here at once");
    assert!(journal.trouble().reason().is_some());
    let settled = || std::fs::read_to_string(&path).unwrap().contains("settled");
    assert!(!settled());
    room.store(1 << 20, Ordering::Relaxed);
    until("the end on the disk", settled).await;
    until("it is well again", || journal.trouble().reason().is_none()).await;
    assert_eq!(Journal::open(&path).unwrap().state(command), Some(State::Settled));
}

/// A disk that hangs until it is let go.
struct Hanging(std::sync::mpsc::Receiver<()>, File);

impl Write for Hanging {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _ = self.0.recv();
        self.1.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Disk for Hanging {
    fn cut(&mut self, bytes: u64) -> io::Result<()> {
        self.1.set_len(bytes)
    }

    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn a_disk_that_hangs_costs_a_command_its_limit_and_the_rest_of_the_agent_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let path = journal_path(directory.path());
    let (let_go, held) = std::sync::mpsc::channel();
    let disk = Hanging(held, File::create(&path).unwrap());
    let journal = Journal::start(LineFile::new(Box::new(disk), 0, false), HashMap::new(), IMPATIENT).unwrap();
    let command = Uuid::new_v4();
    let ticks = Arc::new(AtomicU64::new(0));
    let ticking = Arc::clone(&ticks);
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(Duration::from_millis(10)).await;
            ticking.fetch_add(1, Ordering::Relaxed);
        }
    });
    let error = journal.set(command, ACCEPTED).await.unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    // Twenty ticks fit into the limit of 200 ms; on a busy machine fewer.
    assert!(
        ticks.load(Ordering::Relaxed) > 4,
        "the runtime's thread was held up"
    );
    assert!(journal.trouble().reason().unwrap().contains("has not answered"));

    // Declined meanwhile: that stands behind what comes to the disk too late.
    tokio::join!(journal.settle(command), async {
        let_go.send(()).unwrap();
        let_go.send(()).unwrap();
    });
    until("it is well again", || journal.trouble().reason().is_none()).await;
    assert_eq!(Journal::open(&path).unwrap().state(command), Some(State::Settled));
}

#[tokio::test]
async fn on_a_file_system_that_is_full_every_command_taken_is_remembered() {
    let Some(disk) = SmallDisk::mount() else { return };
    let path = journal_path(disk.path());
    let journal = Journal::open(&path).unwrap();
    let mut taken = vec![Uuid::new_v4()];
    journal.set(taken[0], ACCEPTED).await.unwrap();
    disk.fill();
    // Lines go into the last page that the file has; the one that needs another is cut short.
    let refused = loop {
        let command = Uuid::new_v4();
        match journal.set(command, ACCEPTED).await {
            Ok(()) => taken.push(command),
            Err(error) => break (command, error),
        }
        assert!(taken.len() < 100, "it never filled up");
    };
    assert_eq!(refused.1.kind(), io::ErrorKind::StorageFull);
    assert!(taken.len() > 1, "nothing was cut short");
    drop(journal);
    // Also an agent that starts on the full disk knows them all.
    let journal = Journal::open(&path).unwrap();
    assert_eq!(journal.unsettled().len(), taken.len());
    disk.empty();
    let next = Uuid::new_v4();
    journal.set(next, ACCEPTED).await.unwrap();
    taken.push(next);
    drop(journal);
    let reopened = Journal::open(&path).unwrap();
    for command in &taken {
        assert_eq!(reopened.state(*command), Some(ACCEPTED));
    }
    assert_eq!(reopened.state(refused.0), None);
}
