//! A database on a file system over a whole namespace. It is made in a file first and then written through the device that the
//! guard holds open for the agent alone, whose identity it asked the kernel for: no program is given the name of a device.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use crosspoint_wire::{DriveIdentity, NamespaceTarget};
use tokio::process::Command;
use uuid::Uuid;

use super::super::stop::StopSignal;
use super::child::Broken;
use super::leftovers::{Leftover, Leftovers, Made};
use super::mount::{mount_open, require_allowed, unmount};
use super::process::Account;
use super::site::{Site, require_passable, require_room_for};
use crate::guard::in_use::{Access, Wanted};
use crate::telemetry::drives::Drives;

/// The image of the file system is a file with holes, of which ext4 has none of 16 TiB; the largest database takes an eighth of that.
const FILE_SYSTEM_BYTES_MAX: u64 = 15 << 40;
const MKFS_LIMIT: Duration = Duration::from_secs(300);
/// Where packages put mke2fs, whatever the agent's PATH.
const MKFS_PATHS: [&str; 4] = ["/usr/sbin", "/sbin", "/usr/bin", "/bin"];

/// A file system that the agent made.
#[derive(Debug, Clone)]
pub(super) struct FileSystem {
    pub drive: DriveIdentity,
    pub nsid: u32,
    pub uuid: Uuid,
}

impl FileSystem {
    fn wanted(&self) -> Wanted {
        Wanted {
            serial: self.drive.serial.clone(),
            model: self.drive.model.clone(),
            nsid: self.nsid,
        }
    }
}

/// What making it needs.
pub(in crate::work::run) struct Making<'a> {
    pub target: &'a NamespaceTarget,
    pub run_id: Uuid,
    pub scale: u32,
    pub launcher: PathBuf,
    pub leftovers: &'a Leftovers,
    pub drives: &'a Drives,
}

/// Whether the host can make one at all, before anything is begun.
///
/// # Errors
/// For a person.
pub(in crate::work::run) fn mkfs() -> Result<PathBuf, String> {
    let paths = MKFS_PATHS
        .iter()
        .map(|directory| Path::new(directory).join("mke2fs"));
    paths.into_iter().find(|path| path.is_file()).ok_or_else(|| {
        "the plan makes a file system for a database, and this host has no mke2fs: install e2fsprogs"
            .to_owned()
    })
}

/// Makes it and mounts it. Policy, serial and use were judged; the hold judges use and identity once more.
pub(in crate::work::run) async fn make(making: Making<'_>, stop: &mut StopSignal) -> Result<Site, Broken> {
    let Making {
        target,
        run_id,
        leftovers,
        drives,
        ..
    } = &making;
    let account = Account::find()?;
    let root = leftovers.directory().join(&run_id.simple().to_string()[..12]);
    require_passable(&root, account)?;
    require_allowed(&root)?;
    let made = FileSystem {
        drive: target.drive.clone(),
        nsid: target.nsid,
        uuid: Uuid::new_v4(),
    };
    let found = drives.find_drive(&made.drive)?;
    let block_name = found.namespace(made.nsid)?.block_name.clone();
    let held = drives.hold(&block_name, made.wanted(), Access::Write).await?;
    let image = leftovers.image(*run_id);
    leftovers.write(&Leftover {
        run_id: *run_id,
        root: root.clone(),
        made: Made::FileSystem {
            drive: made.drive.clone(),
            nsid: made.nsid,
            file_system: made.uuid,
        },
    })?;
    let formatted = format_image(&image, file_system_bytes(held.size_bytes()), made.uuid, stop).await;
    let written = match formatted {
        Ok(file) => held.write_image(file).await.map_err(Broken::Failed),
        Err(broken) => Err(broken),
    };
    let _ = std::fs::remove_file(&image);
    written?;
    let device = held.open_again()?;
    let said = |error: std::io::Error| format!("{}: {error}", root.display());
    std::fs::create_dir_all(&root).map_err(said)?;
    // A mount takes the device for itself as well.
    drop(held);
    mount_open(device, &root).await?;
    drives.look_again(&block_name);
    require_room_for(&root, making.scale)?;
    let file_system = format!("ext4 on namespace {} of {}", made.nsid, made.drive.serial);
    Ok(Site::furnish(&root, account, making.launcher, file_system)?)
}

/// As large as the namespace, if a file can be.
fn file_system_bytes(namespace_bytes: u64) -> u64 {
    namespace_bytes.min(FILE_SYSTEM_BYTES_MAX)
}

/// The file system in a file with holes.
async fn format_image(
    image: &Path,
    size_bytes: u64,
    uuid: Uuid,
    stop: &mut StopSignal,
) -> Result<File, Broken> {
    let said = |error: std::io::Error| format!("{}: {error}", image.display());
    let file = File::options()
        .read(true)
        .write(true)
        .create(true)
        .truncate(true)
        .open(image)
        .map_err(said)?;
    file.set_len(size_bytes).map_err(said)?;
    let child = Command::new(mkfs()?)
        .args([
            "-q",
            "-F",
            "-t",
            "ext4",
            "-b",
            "4096",
            "-m",
            "0",
            "-U",
            &uuid.to_string(),
        ])
        .args(["-E", "nodiscard,lazy_itable_init=1,lazy_journal_init=1"])
        .arg(image)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .map_err(|error| format!("mke2fs cannot be started: {error}"))?;
    super::child::output(child, "mke2fs", MKFS_LIMIT, stop).await?;
    Ok(file)
}

/// Unmounts it and takes its signature away, if the namespace still has the file system that was made; else nothing is touched.
///
/// # Errors
/// What is left.
pub(super) async fn remove(root: &Path, made: &FileSystem, drives: &Drives) -> Result<(), String> {
    unmount(root).await?;
    let _ = std::fs::remove_dir(root);
    let found = drives.find_drive(&made.drive)?;
    let block_name = found.namespace(made.nsid)?.block_name.clone();
    let erased = drives.erase_own(&block_name, made.wanted(), made.uuid).await;
    drives.look_again(&block_name);
    if !erased? {
        let serial = &made.drive.serial;
        tracing::warn!(
            serial,
            "the file system of a database is not on its drive any more: left unchanged"
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::FileExt;
    use std::process::Command as Program;

    use crosspoint_nvme_replay::{HostShape, Machine};
    use tokio::sync::watch;

    use super::*;
    use crate::guard::in_use::InUse;

    /// A loop device over a file, given back at the end.
    struct Loop(String);

    impl Loop {
        fn over(image: &Path) -> Option<Self> {
            let made = Program::new("losetup")
                .args(["--find", "--show"])
                .arg(image)
                .output()
                .ok()?;
            let name = String::from_utf8(made.stdout).ok()?.trim().to_owned();
            (made.status.success() && !name.is_empty()).then_some(Self(name))
        }
    }

    impl Drop for Loop {
        fn drop(&mut self) {
            let _ = Program::new("losetup").args(["--detach", &self.0]).status();
        }
    }

    #[test]
    fn the_image_of_a_file_system_on_a_huge_drive_is_a_file_that_can_be() {
        assert_eq!(file_system_bytes(375_083_606_016), 375_083_606_016);
        assert_eq!(file_system_bytes(30_720_000_000_000), 15 << 40);
    }

    /// Nothing that mke2fs writes is taken for somebody else's.
    #[tokio::test]
    async fn the_file_system_that_was_written_to_a_drive_is_taken_away_again() {
        if mkfs().is_err() {
            eprintln!("skipped: it needs mke2fs");
            return;
        }
        let directory = tempfile::tempdir().unwrap();
        let machine = Machine::create(directory.path().join("host"), &HostShape::default()).unwrap();
        machine.plug("p4800x", "").unwrap();
        let host = crosspoint_bench::host::Host {
            sys: machine.sysfs(),
            ..Default::default()
        };
        let in_use = InUse::new(host, machine.dev());
        let drive = DriveIdentity {
            model: "INTEL SSDPED1K375GA".to_owned(),
            pci_vendor_id: 0x8086,
            serial: "PHKS7335006W375AGN".to_owned(),
        };
        let (nsid, uuid) = (1, Uuid::new_v4());
        let made = FileSystem { drive, nsid, uuid };
        let held = in_use
            .hold("nvme0n1", made.wanted(), Access::Write)
            .await
            .unwrap();
        let (_stop, mut signal) = watch::channel(None);
        let image = directory.path().join("image");
        let file = format_image(&image, held.size_bytes(), uuid, &mut signal)
            .await
            .unwrap();
        held.write_image(file).await.unwrap();
        drop(held);
        assert!(
            in_use
                .hold("nvme0n1", made.wanted(), Access::Write)
                .await
                .is_err()
        );
        assert_eq!(in_use.erase_own("nvme0n1", made.wanted(), uuid).await, Ok(true));
        assert!(in_use.hold("nvme0n1", made.wanted(), Access::Write).await.is_ok());
    }

    /// What is made in a file is a file system that the kernel mounts by an open device, known by its number, and free again.
    #[tokio::test]
    async fn the_file_system_is_mounted_without_a_name_and_gone_after_it() {
        if !nix::unistd::geteuid().is_root() || mkfs().is_err() {
            eprintln!("skipped: it needs root and mke2fs");
            return;
        }
        let directory = tempfile::tempdir().unwrap();
        let (image, root) = (directory.path().join("image"), directory.path().join("root"));
        let (_stop, mut signal) = watch::channel(None);
        let uuid = Uuid::new_v4();
        let file = format_image(&image, 256 << 20, uuid, &mut signal).await.unwrap();
        let mut number = [0; 16];
        file.read_exact_at(&mut number, 1024 + 0x68).unwrap();
        assert_eq!(Uuid::from_bytes(number), uuid);
        let Some(device) = Loop::over(&image) else {
            eprintln!("skipped: this machine gives no loop device");
            return;
        };
        std::fs::create_dir(&root).unwrap();
        let open = File::open(&device.0).unwrap();
        if let Err(reason) = mount_open(open, &root).await {
            eprintln!("skipped: {reason}");
            return;
        }
        let mounts = std::fs::read_to_string("/proc/self/mounts").unwrap();
        let line = mounts
            .lines()
            .find(|line| line.contains(root.to_str().unwrap()))
            .unwrap();
        for option in ["nosuid", "nodev", "noexec", "noatime", " ext4 "] {
            assert!(line.contains(option), "{line}");
        }
        std::fs::write(root.join("file"), "row").unwrap();
        unmount(&root).await.unwrap();
        assert!(!root.join("file").exists());
        unmount(&root).await.unwrap();
    }
}
