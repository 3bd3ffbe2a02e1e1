//! What speaks against writing to a namespace, by the rules of `uring-bench`, which checks them again before it writes.
//!
//! Who uses a namespace is asked of the kernel each time. What its own bytes say means reading some forty blocks, which the
//! drive counts in its health log; so for an inventory they are looked at once, and again when something wrote there.
//! Before a write they are always looked at.

mod hold;
mod own_file_system;

pub use hold::{Access, Exclusive, Wanted};

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crosspoint_bench::guard::{Verdict, contents_of_device, openers_of_device, uses_of_device};
use crosspoint_bench::host::{BlockDevice, Host};
use crosspoint_bench::node::DirectContent;
use crosspoint_wire::NamespaceUse;
use nix::errno::Errno;
use nix::fcntl::OFlag;

use crate::guard::occupants::uses_of;
use crate::runtime::locked::locked;

/// Reading the signatures takes milliseconds; a drive that hangs would take for ever.
const LOOK_LIMIT: Duration = Duration::from_secs(5);
/// How often a decision asks whether another look is over.
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// The reason against writing to a namespace that cannot even be looked at.
pub const DOES_NOT_ANSWER: &str = "could not determine what it contains: the drive does not answer";

/// How each reason begins that only says that there is no answer, now.
const UNKNOWN: &str = "could not determine";

const UNKNOWN_OPENERS: &str = "could not determine which processes have it open: looking took too long";

/// What is known of a namespace for an inventory.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Occupancy {
    /// One sentence per reason against writing; empty if nothing speaks against it. What cannot be found out is a reason.
    pub reasons: Vec<String>,
    /// What sits on it.
    pub uses: Vec<NamespaceUse>,
}

/// Looks at namespaces without ever waiting long for one.
#[derive(Clone)]
pub struct InUse {
    host: Host,
    /// Where the device nodes are; another directory for tests.
    dev: PathBuf,
    /// Namespaces that a thread is still looking at; a hanging one must not collect threads.
    looking: Arc<Mutex<BTreeSet<String>>>,
    /// What the bytes of a namespace said at the last look.
    contents: Arc<Mutex<BTreeMap<String, Vec<String>>>>,
}

impl InUse {
    /// Looks through this host's sysfs and procfs, and at the nodes in `dev`.
    #[must_use]
    pub fn new(host: Host, dev: impl Into<PathBuf>) -> Self {
        Self {
            host,
            dev: dev.into(),
            looking: Arc::default(),
            contents: Arc::default(),
        }
    }

    /// The kernel's file systems that it looks at.
    #[must_use]
    pub fn host(&self) -> &Host {
        &self.host
    }

    /// One sentence per reason; empty if nothing speaks against it. Reads the namespace and asks every process what it has
    /// open: for a decision to write. Whoever then writes holds the namespace, and watches what the drive does under that.
    pub async fn reasons(&self, block_name: &str) -> Vec<String> {
        // One for an inventory may be under way, which is no silence of the drive's.
        let began = tokio::time::Instant::now();
        while locked(&self.looking).contains(block_name) && began.elapsed() < LOOK_LIMIT {
            tokio::time::sleep(LOOK_AGAIN).await;
        }
        self.forget_content(block_name);
        let mut reasons = self.occupancy(block_name).await.reasons;
        let (host, name) = (self.host.clone(), block_name.to_owned());
        let look = tokio::task::spawn_blocking(move || writers(&host, &name));
        match tokio::time::timeout(LOOK_LIMIT, look).await {
            Ok(Ok(Ok(writers))) => reasons.extend(writers),
            Ok(Ok(Err(error))) => reasons.push(unknown(&error)),
            _ => reasons.push(UNKNOWN_OPENERS.to_owned()),
        }
        reasons
    }

    /// The same and what sits there, by the content of the last look.
    pub async fn occupancy(&self, block_name: &str) -> Occupancy {
        if !locked(&self.looking).insert(block_name.to_owned()) {
            return silent();
        }
        let (this, name) = (self.clone(), block_name.to_owned());
        let look = tokio::task::spawn_blocking(move || {
            let occupancy = this.look(&name);
            locked(&this.looking).remove(&name);
            occupancy
        });
        match tokio::time::timeout(LOOK_LIMIT, look).await {
            Ok(Ok(occupancy)) => occupancy,
            _ => silent(),
        }
    }

    fn device_path(&self, block_name: &str) -> PathBuf {
        self.dev.join(block_name)
    }

    /// The bytes of this namespace may have changed.
    pub fn forget_content(&self, block_name: &str) {
        locked(&self.contents).remove(block_name);
    }

    fn look(&self, block_name: &str) -> Occupancy {
        let device = match self.host.device_named(block_name) {
            Ok(device) => device,
            Err(error) => {
                return Occupancy {
                    reasons: vec![unknown(&error)],
                    uses: Vec::new(),
                };
            }
        };
        let uses = uses_of_device(&self.host, &device);
        let mut reasons: Vec<String> = uses.iter().map(ToString::to_string).collect();
        let known = locked(&self.contents).get(block_name).cloned();
        match known.map_or_else(|| self.look_inside(&device, block_name), Ok) {
            Ok(content) => reasons.extend(content),
            Err(error) => reasons.push(unknown(&error)),
        }
        Occupancy {
            reasons,
            uses: uses_of(&self.host, block_name),
        }
    }

    fn look_inside(&self, device: &BlockDevice, block_name: &str) -> std::io::Result<Vec<String>> {
        let path = self.device_path(block_name);
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        let node = self
            .open(&path, OpenOptions::new().read(true), 0)
            .map_err(named)?;
        let reasons = contents_of_device(&self.host, device, &Self::content(device, &node)?);
        let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
        locked(&self.contents).insert(block_name.to_owned(), reasons.clone());
        Ok(reasons)
    }

    /// Opens a node itself, never what a link in its place leads to, past the page cache.
    fn open(&self, path: &Path, options: &mut OpenOptions, flags: i32) -> io::Result<File> {
        let mut flags = flags | OFlag::O_NOFOLLOW.bits();
        if !self.is_replayed() {
            flags |= OFlag::O_DIRECT.bits();
        }
        let opened = options.custom_flags(flags).open(path);
        opened.map_err(|error| match error.raw_os_error() {
            Some(number) if number == Errno::ELOOP as i32 => {
                io::Error::other("there is a symbolic link in the place of the device node")
            }
            _ => error,
        })
    }

    /// The bytes of an opened device.
    fn content<'a>(device: &BlockDevice, node: &'a File) -> io::Result<DirectContent<'a>> {
        let said = |what| io::Error::other(format!("sysfs does not say {what}"));
        let size_bytes = device.size_bytes().ok_or_else(|| said("its size"))?;
        if size_bytes == 0 {
            return Err(io::Error::other(
                "the kernel shows none of its content (0 bytes), as of one with an LBA format that it does not take: \
                 look at it by other means, and format it by hand (nvme format) if that may go",
            ));
        }
        Ok(DirectContent {
            file: node,
            size_bytes,
            logical_block_bytes: device
                .logical_block_bytes()
                .ok_or_else(|| said("the size of its blocks"))?,
        })
    }

    /// A replayed host, as tests have it, has regular files for device nodes. Where the nodes are real, a regular file
    /// among them is a mistake, and no drive.
    fn is_replayed(&self) -> bool {
        self.dev != Path::new("/dev")
    }
}

/// Who has a namespace open for writing, in words.
fn writers(host: &Host, block_name: &str) -> io::Result<Vec<String>> {
    let mut verdict = Verdict::default();
    verdict.add_openers(openers_of_device(host, &host.device_named(block_name)?));
    Ok(verdict.reasons.iter().map(ToString::to_string).collect())
}

/// Whether a reason against writing says no more than that the namespace could not be looked at: it may be another later.
#[must_use]
pub fn is_unknown(reason: &str) -> bool {
    reason.starts_with(UNKNOWN)
}

fn silent() -> Occupancy {
    Occupancy {
        reasons: vec![DOES_NOT_ANSWER.to_owned()],
        uses: Vec::new(),
    }
}

fn unknown(error: &std::io::Error) -> String {
    format!("{UNKNOWN} whether it is in use: {error}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosspoint_nvme_replay::{HostShape, Machine};
    use std::os::unix::fs::FileExt;

    /// Where ext2 and its successors have their magic number.
    const EXT_MAGIC: (u64, [u8; 2]) = (1080, [0x53, 0xef]);

    fn plugged(directory: &Path) -> (Machine, InUse) {
        let machine = Machine::create(directory, &HostShape::default()).unwrap();
        machine.plug("p3700", "").unwrap();
        let host = Host {
            sys: machine.sysfs(),
            ..Host::default()
        };
        let in_use = InUse::new(host, machine.dev());
        (machine, in_use)
    }

    fn write_file_system(machine: &Machine) {
        let node = File::options()
            .write(true)
            .open(machine.dev().join("nvme0n1"))
            .unwrap();
        node.write_all_at(&EXT_MAGIC.1, EXT_MAGIC.0).unwrap();
    }

    #[test]
    fn what_could_not_be_looked_at_is_told_apart_from_what_is_in_use() {
        let unknown = [
            DOES_NOT_ANSWER.to_owned(),
            UNKNOWN_OPENERS.to_owned(),
            unknown(&io::Error::other("I/O error")),
        ];
        assert!(unknown.iter().all(|reason| is_unknown(reason)));
        assert!(!is_unknown("it is mounted at /srv"));
    }

    #[tokio::test]
    async fn an_inventory_reads_a_namespace_once_and_a_decision_reads_it_anew() {
        let directory = tempfile::tempdir().unwrap();
        let (machine, in_use) = plugged(directory.path());
        assert_eq!(in_use.occupancy("nvme0n1").await.reasons, [] as [String; 0]);
        write_file_system(&machine);
        assert_eq!(
            in_use.occupancy("nvme0n1").await.reasons.len(),
            0,
            "it was read again"
        );
        let reasons = in_use.reasons("nvme0n1").await;
        assert!(reasons[0].contains("signature of ext"), "{reasons:?}");
        assert_eq!(
            in_use.occupancy("nvme0n1").await.reasons,
            reasons,
            "the last look counts"
        );
    }

    #[tokio::test]
    async fn it_is_looked_at_again_when_its_content_may_have_changed() {
        let directory = tempfile::tempdir().unwrap();
        let (machine, in_use) = plugged(directory.path());
        in_use.occupancy("nvme0n1").await;
        write_file_system(&machine);
        in_use.forget_content("nvme0n1");
        assert_eq!(in_use.occupancy("nvme0n1").await.reasons.len(), 1);
    }

    /// The kernel gives a namespace no blocks whose LBA format it does not take, as 512 bytes and metadata between them.
    #[tokio::test]
    async fn a_namespace_of_which_the_kernel_shows_nothing_is_not_taken_for_an_empty_one() {
        let directory = tempfile::tempdir().unwrap();
        let (machine, in_use) = plugged(directory.path());
        std::fs::write(machine.sysfs().join("class/block/nvme0n1/size"), "0\n").unwrap();
        let reasons = in_use.reasons("nvme0n1").await.concat();
        assert!(
            reasons.contains("the kernel shows none of its content"),
            "{reasons}"
        );
    }

    #[tokio::test]
    async fn what_the_kernel_says_is_always_asked() {
        let directory = tempfile::tempdir().unwrap();
        let (machine, in_use) = plugged(directory.path());
        assert_eq!(in_use.occupancy("nvme0n1").await.uses.len(), 1);
        let holders = machine.sysfs().join("class/block/nvme0n1/holders");
        let holder = machine.sysfs().join("class/block/dm-9");
        std::fs::create_dir_all(holder.join("holders")).unwrap();
        std::fs::write(holder.join("dev"), "4001:9\n").unwrap();
        std::os::unix::fs::symlink(&holder, holders.join("dm-9")).unwrap();
        let occupancy = in_use.occupancy("nvme0n1").await;
        assert!(occupancy.reasons[0].contains("dm-9"), "{:?}", occupancy.reasons);
        assert_eq!(occupancy.uses.len(), 2);
    }
}
