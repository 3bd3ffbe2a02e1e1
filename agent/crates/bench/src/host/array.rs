//! Linux md arrays, as sysfs describes them (Documentation/admin-guide/md.rst).

use super::{BlockDevice, Host};
use crosspoint_nvme::sysfs::attribute;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

/// Levels whose blocks lie on their members; a container has none of its own, and `faulty` and `multipath` are no volumes.
const LEVELS: [&str; 7] = ["linear", "raid0", "raid1", "raid4", "raid5", "raid6", "raid10"];
/// Levels without redundancy: there is nothing to bring into step.
const WITHOUT_BOOKS: [&str; 2] = ["linear", "raid0"];
/// States of an array that takes requests. `readonly` takes no writes, and `read-auto` is active with the first one.
const RUNNING: [&str; 6] = [
    "clean",
    "active",
    "active-idle",
    "write-pending",
    "read-auto",
    "readonly",
];

/// An array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Array {
    /// Its block device.
    pub device: BlockDevice,
    /// Its own UUID, which stays with it under whatever name it is assembled; `None` if the kernel does not tell.
    pub uuid: Option<String>,
    /// `raid0`, `raid1`, …
    pub level: String,
    /// Bytes on one member before the next one has its turn; `None` where the level has none.
    pub chunk_bytes: Option<u64>,
    /// Whether it is whole.
    pub state: ArrayState,
    /// What it is made of, spares too, by name.
    pub members: Vec<ArrayMember>,
}

/// A part of an array.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ArrayMember {
    /// A disk or a partition.
    pub device: BlockDevice,
    /// In md's words: `in_sync`, `spare`, `faulty`, or several of them.
    pub state: String,
}

/// Whether an array is whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArrayState {
    /// All members are there and in step.
    Clean,
    /// A member is missing or has failed.
    Degraded,
    /// It is being built, checked, repaired or reshaped, or waits for that.
    Resyncing,
    /// It takes no requests, or it could not be determined whether it does.
    Inactive,
}

impl Array {
    /// Why figures of it would mislead, and why it is not written; `None` if it is whole.
    pub fn unfit(&self) -> Option<String> {
        let path = self.device.path();
        if !LEVELS.contains(&self.level.as_str()) {
            return Some(format!(
                "{path} is no volume of a known level: it is \"{}\"",
                self.level
            ));
        }
        match self.state {
            ArrayState::Clean => None,
            ArrayState::Degraded => Some(format!("{path} is degraded: a member is missing or has failed")),
            ArrayState::Resyncing => Some(format!("{path} is being resynchronized, checked or reshaped")),
            ArrayState::Inactive => Some(format!("{path} is not active")),
        }
    }
}

impl Host {
    /// The arrays that the kernel has now.
    pub fn arrays(&self) -> io::Result<Vec<Array>> {
        let mut arrays = Vec::new();
        for entry in fs::read_dir(self.sys.join("class/block"))? {
            let path = entry?.path();
            if !path.join("md").exists() {
                continue;
            }
            match self.device_in(&path).and_then(|device| self.array(&device)) {
                Ok(array) => arrays.extend(array),
                // Stopped in this moment.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        arrays.sort_by(|a, b| a.device.name.cmp(&b.device.name));
        Ok(arrays)
    }

    /// The devices on which an array keeps its books: whether it is clean, and its bitmap. One without redundancy keeps none.
    pub fn members_with_books(&self, device: &BlockDevice) -> io::Result<BTreeSet<BlockDevice>> {
        let disk = self.disk(device)?;
        let array = self.array(&disk)?;
        if array.is_some_and(|array| !WITHOUT_BOOKS.contains(&array.level.as_str())) {
            return self.below(&disk);
        }
        Ok(BTreeSet::new())
    }

    /// The array that a device is as a whole; `None` for anything else.
    pub fn array(&self, device: &BlockDevice) -> io::Result<Option<Array>> {
        let md = device.directory.join("md");
        let Some(level) = attribute(&md.join("level")) else {
            return Ok(None);
        };
        let members = self.array_members(&md)?;
        let chunk = attribute(&md.join("chunk_size")).and_then(|text| text.parse().ok());
        Ok(Some(Array {
            state: state(&md, &members),
            // Of arrays whose metadata the kernel does not keep itself (Intel VROC, DDF) it tells zeros: no UUID that one is known by.
            uuid: attribute(&md.join("uuid")).filter(|text| !is_zero(text)),
            chunk_bytes: chunk.filter(|&bytes| bytes > 0),
            device: device.clone(),
            level,
            members,
        }))
    }

    fn array_members(&self, md: &Path) -> io::Result<Vec<ArrayMember>> {
        let mut members = Vec::new();
        for entry in fs::read_dir(md)? {
            let entry = entry?;
            let Some(name) = entry
                .file_name()
                .to_str()
                .and_then(|name| name.strip_prefix("dev-").map(String::from))
            else {
                continue;
            };
            match self.device_named(&name) {
                Ok(device) => members.push(ArrayMember {
                    device,
                    state: attribute(&entry.path().join("state")).unwrap_or_default(),
                }),
                // Pulled out: md keeps the place of its device, and there is one member less than there are places.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        members.sort();
        Ok(members)
    }
}

fn is_zero(uuid: &str) -> bool {
    uuid.bytes()
        .all(|byte| !byte.is_ascii_alphanumeric() || byte == b'0')
}

/// What cannot be determined makes an array inactive.
fn state(md: &Path, members: &[ArrayMember]) -> ArrayState {
    let said = |name: &str| attribute(&md.join(name));
    let is = |name: &str, wanted: &str| said(name).as_deref() == Some(wanted);
    if !said("array_state").is_some_and(|state| RUNNING.contains(&state.as_str())) {
        return ArrayState::Inactive;
    }
    let Some(places) = said("raid_disks").and_then(|text| text.parse::<usize>().ok()) else {
        return ArrayState::Inactive;
    };
    // A level without redundancy has no such file, and nothing to bring into step.
    let is_redundant = md.join("sync_action").exists();
    let is_reshaped = said("reshape_position").is_some_and(|position| position != "none");
    if is_redundant && (is_reshaped || !is("sync_action", "idle") || !is("resync_start", "none")) {
        return ArrayState::Resyncing;
    }
    let in_step = members
        .iter()
        .filter(|member| member.has("in_sync") && !member.has("faulty"))
        .count();
    if in_step < places || members.iter().any(|member| member.has("faulty")) {
        return ArrayState::Degraded;
    }
    if is_redundant && !is("degraded", "0") {
        return ArrayState::Degraded;
    }
    ArrayState::Clean
}

impl ArrayMember {
    fn has(&self, word: &str) -> bool {
        self.state.split(',').any(|one| one.trim() == word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;
    use tempfile::TempDir;

    /// `md0` of this level over `xda` and `xdb`, whole.
    fn host(level: &str) -> (TempDir, Host) {
        let root = tempfile::tempdir().unwrap();
        let host = Host {
            sys: root.path().join("sys"),
            proc: root.path().join("proc"),
        };
        let class = host.sys.join("class/block");
        fs::create_dir_all(&class).unwrap();
        for (name, number) in [("xda", "400:0"), ("xdb", "400:16"), ("md0", "9:0")] {
            let directory = host.sys.join("devices").join(name);
            fs::create_dir_all(&directory).unwrap();
            fs::write(directory.join("dev"), number).unwrap();
            symlink(&directory, class.join(name)).unwrap();
        }
        for member in ["xda", "xdb"] {
            fs::create_dir_all(class.join("md0/md").join(format!("dev-{member}"))).unwrap();
            set(&host, &format!("dev-{member}/state"), "in_sync");
        }
        for (name, value) in [
            ("level", level),
            ("uuid", "a-b"),
            ("chunk_size", "131072"),
            ("array_state", "clean"),
            ("raid_disks", "2"),
        ] {
            set(&host, name, value);
        }
        if level != "raid0" {
            for (name, value) in [
                ("sync_action", "idle"),
                ("resync_start", "none"),
                ("degraded", "0"),
            ] {
                set(&host, name, value);
            }
        }
        (root, host)
    }

    fn set(host: &Host, name: &str, value: &str) {
        fs::write(
            host.sys.join("class/block/md0/md").join(name),
            format!("{value}\n"),
        )
        .unwrap();
    }

    fn state_of(host: &Host) -> ArrayState {
        host.arrays().unwrap()[0].state
    }

    #[test]
    fn an_array_with_all_that_it_is_made_of() {
        let (_root, host) = host("raid0");
        let arrays = host.arrays().unwrap();
        let [array] = &arrays[..] else {
            panic!("{arrays:?}")
        };
        let members: Vec<_> = array
            .members
            .iter()
            .map(|m| (m.device.path(), m.state.as_str()))
            .collect();
        assert_eq!(
            members,
            [("/dev/xda".into(), "in_sync"), ("/dev/xdb".into(), "in_sync")]
        );
        assert_eq!(
            (
                array.uuid.as_deref(),
                array.level.as_str(),
                array.chunk_bytes,
                array.state,
                array.unfit()
            ),
            (Some("a-b"), "raid0", Some(131_072), ArrayState::Clean, None)
        );
        assert_eq!(host.array(&host.device_named("xda").unwrap()).unwrap(), None);
        set(&host, "chunk_size", "0");
        assert_eq!(host.arrays().unwrap()[0].chunk_bytes, None);
    }

    #[test]
    fn an_array_that_is_not_whole_says_so() {
        for (file, word, expected) in [
            ("array_state", "active", ArrayState::Clean),
            ("array_state", "read-auto", ArrayState::Clean),
            ("array_state", "inactive", ArrayState::Inactive),
            ("array_state", "broken", ArrayState::Inactive),
            ("array_state", "", ArrayState::Inactive),
            ("raid_disks", "", ArrayState::Inactive),
            ("raid_disks", "3", ArrayState::Degraded),
            ("degraded", "1", ArrayState::Degraded),
            ("dev-xdb/state", "faulty", ArrayState::Degraded),
            ("dev-xdb/state", "spare", ArrayState::Degraded),
            ("dev-xdb/state", "in_sync,faulty", ArrayState::Degraded),
            ("sync_action", "resync", ArrayState::Resyncing),
            ("sync_action", "check", ArrayState::Resyncing),
            ("sync_action", "frozen", ArrayState::Resyncing),
            ("sync_action", "", ArrayState::Resyncing),
            ("degraded", "", ArrayState::Degraded),
            ("resync_start", "0", ArrayState::Resyncing),
            ("reshape_position", "128", ArrayState::Resyncing),
        ] {
            let (_root, host) = host("raid1");
            assert_eq!(state_of(&host), ArrayState::Clean);
            set(&host, file, word);
            assert_eq!(state_of(&host), expected, "{file} {word}");
            assert_eq!(
                host.arrays().unwrap()[0].unfit().is_some(),
                expected != ArrayState::Clean
            );
        }
    }

    #[test]
    fn a_member_that_was_pulled_out_leaves_a_degraded_array_and_not_none() {
        for level in ["raid0", "raid1"] {
            let (_root, host) = host(level);
            fs::remove_file(host.sys.join("class/block/xdb")).unwrap();
            let arrays = host.arrays().unwrap();
            assert_eq!(arrays.len(), 1, "{level}");
            assert_eq!(arrays[0].state, ArrayState::Degraded, "{level}");
            let members: Vec<_> = arrays[0].members.iter().map(|m| m.device.path()).collect();
            assert_eq!(members, ["/dev/xda"], "{level}");
        }
    }

    #[test]
    fn zeros_are_no_uuid() {
        for (told, uuid) in [
            ("00000000-0000-0000-0000-000000000000", None),
            ("00000000:00000000:00000000:00000000", None),
            (
                "00000000-0000-0000-0000-000000000001",
                Some("00000000-0000-0000-0000-000000000001"),
            ),
        ] {
            let (_root, host) = host("raid0");
            set(&host, "uuid", told);
            assert_eq!(host.arrays().unwrap()[0].uuid.as_deref(), uuid, "{told}");
        }
    }

    #[test]
    fn a_spare_beside_the_members_leaves_it_whole() {
        let (_root, host) = host("raid1");
        let spare = host.sys.join("class/block/md0/md/dev-xdb");
        set(&host, "raid_disks", "1");
        fs::write(spare.join("state"), "spare\n").unwrap();
        assert_eq!(state_of(&host), ArrayState::Clean);
        assert_eq!(host.arrays().unwrap()[0].members.len(), 2);
    }

    #[test]
    fn what_has_no_blocks_of_its_own_is_no_volume() {
        let (_root, host) = host("container");
        let reason = host.arrays().unwrap()[0].unfit().unwrap();
        assert!(reason.contains("container"), "{reason}");
    }
}
