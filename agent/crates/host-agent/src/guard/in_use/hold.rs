//! Holding a namespace that is to be destroyed: taken first, then made sure that it is the one that was meant and that
//! nothing is on it, then acted on through the same open file. No name is looked up between look and deed.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crosspoint_bench::guard::judge_device;
use crosspoint_bench::host::DeviceNumber;
use crosspoint_bench::node::{self, DISCARD_PIECE_BYTES, Expected, Identity};
use nix::fcntl::{FallocateFlags, OFlag, fallocate};

use super::{DOES_NOT_ANSWER, InUse};

/// Taking the hold and looking under it.
const HOLD_LIMIT: Duration = Duration::from_secs(15);
/// Discarding is quick on most drives; some rewrite their tables for many minutes.
const DISCARD_LIMIT: Duration = Duration::from_secs(3600);
/// The major number of a replayed device; its minor number is the inode of the file that stands for it.
const REPLAYED_MAJOR: u64 = 4000;

/// Which namespace is meant, by what stays with the drive.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// Serial number of the drive.
    pub serial: String,
    /// Its model.
    pub model: String,
    /// Namespace identifier.
    pub nsid: u32,
}

/// What a held namespace is opened for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// The drive itself is told to erase it.
    Keep,
    /// Its blocks are discarded or written through the open file.
    Write,
}

/// A namespace that nobody else can mount or stack anything on, until this is dropped.
#[derive(Debug)]
pub struct Exclusive {
    pub(super) file: Arc<File>,
    pub(super) size_bytes: u64,
}

impl InUse {
    /// Opens a namespace for this process alone, and makes sure under that hold that it is the wanted one and that nothing
    /// speaks against destroying it. The kernel refuses the hold while anything is mounted from it or stacked on it, also in
    /// other mount namespaces and by ZFS, and as long as it is held refuses to mount it.
    ///
    /// # Errors
    /// Why not, in words.
    pub async fn hold(&self, block_name: &str, wanted: Wanted, access: Access) -> Result<Exclusive, String> {
        self.forget_content(block_name);
        let (this, name) = (self.clone(), block_name.to_owned());
        let hold = tokio::task::spawn_blocking(move || this.hold_now(&name, &wanted, access));
        match tokio::time::timeout(HOLD_LIMIT, hold).await {
            Ok(Ok(held)) => held,
            _ => Err(DOES_NOT_ANSWER.to_owned()),
        }
    }

    fn hold_now(&self, block_name: &str, wanted: &Wanted, access: Access) -> Result<Exclusive, String> {
        let (file, identity) = self.open_wanted(block_name, wanted, access)?;
        let said = |error: io::Error| format!("{}: {error}", self.device_path(block_name).display());
        let device = &identity.device;
        let content = Self::content(device, &file).map_err(said)?;
        let size_bytes = content.size_bytes;
        let verdict = judge_device(&self.host, device, &content);
        for note in verdict.notes {
            tracing::info!(block_name, note, "noticed before the data of a namespace go");
        }
        if !verdict.reasons.is_empty() {
            let reasons: Vec<String> = verdict.reasons.iter().map(ToString::to_string).collect();
            return Err(reasons.join("; "));
        }
        Ok(Exclusive {
            file: Arc::new(file),
            size_bytes,
        })
    }

    /// Opens a namespace for this process alone, and asks the kernel whether it is the wanted one.
    pub(super) fn open_wanted(
        &self,
        block_name: &str,
        wanted: &Wanted,
        access: Access,
    ) -> Result<(File, Identity), String> {
        let path = self.device_path(block_name);
        let said = |error: io::Error| format!("{}: {error}", path.display());
        let mut options = OpenOptions::new();
        options.read(true).write(access == Access::Write);
        let opened = self.open(&path, &mut options, OFlag::O_EXCL.bits());
        let file = opened.map_err(|error| match error.kind() {
            io::ErrorKind::ResourceBusy => {
                "another program or file system has it open exclusively".to_owned()
            }
            _ => said(error),
        })?;
        let identity = self.identity(&file).map_err(said)?;
        let expected = Expected {
            serial: &wanted.serial,
            model: Some(&wanted.model),
            nsid: wanted.nsid,
        };
        identity
            .check(&expected)
            .map_err(|mismatch| mismatch.to_string())?;
        Ok((file, identity))
    }

    /// Which device was opened.
    fn identity(&self, file: &File) -> io::Result<Identity> {
        let metadata = file.metadata()?;
        if self.is_replayed() && metadata.is_file() {
            let number = DeviceNumber {
                major: REPLAYED_MAJOR,
                minor: metadata.ino(),
            };
            return Identity::of_number(number, &self.host);
        }
        Identity::of(file, &self.host)
    }
}

impl Exclusive {
    /// Discards every block, piece by piece, and tells how many percent are done. Held for [`Access::Write`].
    ///
    /// # Errors
    /// The kernel's word, or that it took too long: then no further piece is begun, and the hold ends with the one under way.
    pub async fn discard(&self, tell: impl Fn(u8) + Send + 'static) -> Result<(), String> {
        let (file, size_bytes) = (Arc::clone(&self.file), self.size_bytes);
        let stopped = Arc::new(AtomicBool::new(false));
        let ended = Arc::clone(&stopped);
        let work = tokio::task::spawn_blocking(move || discard_all(&file, size_bytes, &ended, &tell));
        match tokio::time::timeout(DISCARD_LIMIT, work).await {
            Ok(Ok(done)) => done.map_err(|error| match error.raw_os_error() {
                Some(number) if number == nix::errno::Errno::EOPNOTSUPP as i32 => {
                    "the drive does not support discard".to_owned()
                }
                _ => format!("the drive did not discard its blocks: {error}"),
            }),
            Ok(Err(error)) => Err(error.to_string()),
            Err(_) => {
                stopped.store(true, Ordering::Relaxed);
                Err(format!(
                    "the drive did not discard its blocks within {} s: some of them may have been discarded",
                    DISCARD_LIMIT.as_secs()
                ))
            }
        }
    }
}

fn discard_all(file: &File, size_bytes: u64, stopped: &AtomicBool, tell: &impl Fn(u8)) -> io::Result<()> {
    let is_replayed = file.metadata()?.is_file();
    let mut start = 0;
    while start < size_bytes && !stopped.load(Ordering::Relaxed) {
        let end = size_bytes.min(start + DISCARD_PIECE_BYTES);
        if is_replayed {
            punch_hole(file, start, end - start)?;
        } else {
            node::discard(file, &(start..end))?;
        }
        start = end;
        // 128 bits, since a hundredfold of a large drive does not fit 64.
        let percent = u128::from(start) * 100 / u128::from(size_bytes);
        tell(u8::try_from(percent).unwrap_or(100));
    }
    Ok(())
}

/// What discarding is for the regular file of a replayed drive.
fn punch_hole(file: &File, start: u64, length: u64) -> io::Result<()> {
    let offset = |bytes: u64| i64::try_from(bytes).map_err(io::Error::other);
    let flags = FallocateFlags::FALLOC_FL_PUNCH_HOLE | FallocateFlags::FALLOC_FL_KEEP_SIZE;
    fallocate(file, flags, offset(start)?, offset(length)?)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosspoint_nvme_replay::{HostShape, Machine};
    use std::os::unix::fs::FileExt;

    const SERIAL: &str = "PHKS7335006W375AGN";

    fn wanted() -> Wanted {
        Wanted {
            serial: SERIAL.to_owned(),
            model: "INTEL SSDPED1K375GA".to_owned(),
            nsid: 1,
        }
    }

    fn host() -> (tempfile::TempDir, Machine, InUse) {
        let directory = tempfile::tempdir().unwrap();
        let machine = Machine::create(directory.path(), &HostShape::default()).unwrap();
        machine.plug("p4800x", "").unwrap();
        let host = crosspoint_bench::host::Host {
            sys: machine.sysfs(),
            ..Default::default()
        };
        let in_use = InUse::new(host, machine.dev());
        (directory, machine, in_use)
    }

    async fn refusal(in_use: &InUse, wanted: Wanted) -> String {
        in_use.hold("nvme0n1", wanted, Access::Write).await.unwrap_err()
    }

    #[tokio::test]
    async fn what_is_held_is_the_namespace_that_was_meant_and_empty() {
        let (_directory, machine, in_use) = host();
        assert!(in_use.hold("nvme0n1", wanted(), Access::Keep).await.is_ok());
        let other = |change: fn(&mut Wanted)| {
            let mut wanted = wanted();
            change(&mut wanted);
            wanted
        };
        let reason = refusal(&in_use, other(|wanted| wanted.serial = "B".to_owned())).await;
        assert_eq!(
            reason,
            "it belongs to another namespace now: its serial is PHKS7335006W375AGN and not B"
        );
        let reason = refusal(&in_use, other(|wanted| wanted.nsid = 2)).await;
        assert!(reason.ends_with("its NSID is 1 and not 2"), "{reason}");
        let reason = refusal(&in_use, other(|wanted| wanted.model = "P3700".to_owned())).await;
        assert!(reason.contains("its model is"), "{reason}");
        let node = File::options()
            .write(true)
            .open(machine.dev().join("nvme0n1"))
            .unwrap();
        node.write_all_at(b"XFSB", 0).unwrap();
        assert!(refusal(&in_use, wanted()).await.contains("signature of XFS"));
    }

    #[tokio::test]
    async fn what_others_have_open_or_use_is_not_held() {
        let (_directory, machine, in_use) = host();
        let stat = machine.sysfs().join("class/block/nvme0n1/stat");
        let (started, stop) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let (begun, stopped) = (Arc::clone(&started), Arc::clone(&stop));
        let writer = std::thread::spawn(move || {
            for writes in 0_u64.. {
                // In one step: half a line would be another reason.
                let draft = stat.with_extension("draft");
                std::fs::write(&draft, format!("0 0 0 0 {writes} 0 0 0 0 0 0")).unwrap();
                std::fs::rename(&draft, &stat).unwrap();
                begun.store(true, Ordering::Relaxed);
                if stopped.load(Ordering::Relaxed) {
                    break;
                }
                std::thread::sleep(Duration::from_millis(50));
            }
        });
        while !started.load(Ordering::Relaxed) {
            tokio::task::yield_now().await;
        }
        let reason = refusal(&in_use, wanted()).await;
        stop.store(true, Ordering::Relaxed);
        writer.join().unwrap();
        assert!(reason.contains("is doing I/O on /dev/nvme0n1"), "{reason}");
        let export = machine
            .sysfs()
            .join("kernel/config/nvmet/subsystems/nqn.test/namespaces/1");
        std::fs::create_dir_all(&export).unwrap();
        std::fs::write(export.join("device_path"), "/dev/nvme0n1").unwrap();
        let reason = refusal(&in_use, wanted()).await;
        assert!(
            reason.starts_with("/dev/nvme0n1 is exported by the NVMe target"),
            "{reason}"
        );
    }

    #[tokio::test]
    async fn a_discard_reaches_what_is_held_though_the_name_leads_elsewhere_now() {
        let (_directory, machine, in_use) = host();
        let (path, away) = (machine.dev().join("nvme0n1"), machine.dev().join("away"));
        let node = File::options().read(true).write(true).open(&path).unwrap();
        node.write_all_at(&[7; 4096], 1 << 30).unwrap();
        let held = in_use.hold("nvme0n1", wanted(), Access::Write).await.unwrap();
        std::fs::rename(&path, &away).unwrap();
        std::fs::write(&path, [9; 4096]).unwrap();
        let told = Arc::new(std::sync::Mutex::new(Vec::new()));
        let tells = Arc::clone(&told);
        held.discard(move |percent| tells.lock().unwrap().push(percent))
            .await
            .unwrap();
        let mut block = [1; 4096];
        node.read_exact_at(&mut block, 1 << 30).unwrap();
        assert_eq!((block, std::fs::read(&path).unwrap()), ([0; 4096], vec![9; 4096]));
        // 375,083,606,016 bytes are 349.3 GiB: eleven pieces of 32 GiB, the first of which is 9.16 %.
        let told = told.lock().unwrap();
        assert_eq!((told.len(), told[0], told[10]), (11, 9, 100));
    }
}
