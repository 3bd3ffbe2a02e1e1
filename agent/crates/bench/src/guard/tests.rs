//! Each refusal on a host made of files: `sda` with partitions 1 and 2, and whatever a test adds.

use super::*;
use std::os::unix::fs::symlink;
use std::path::Path;
use tempfile::TempDir;

struct FakeHost {
    root: TempDir,
    host: Host,
}

impl FakeHost {
    fn new() -> Self {
        let root = tempfile::tempdir().unwrap();
        let host = Host {
            sys: root.path().join("sys"),
            proc: root.path().join("proc"),
        };
        fs::create_dir_all(host.sys.join("dev/block")).unwrap();
        fs::create_dir_all(host.sys.join("class/block")).unwrap();
        fs::create_dir_all(host.proc.join("self")).unwrap();
        fs::write(
            host.proc.join("self/mountinfo"),
            "22 1 0:20 / /proc rw - proc proc rw\n",
        )
        .unwrap();
        fs::write(host.proc.join("swaps"), "Filename Type Size Used Priority\n").unwrap();
        let fake = FakeHost { root, host };
        fake.add_device("devices/pci0/block/xda", "400:0");
        fake.add_partition("devices/pci0/block/xda/xda1", "400:1");
        fake.add_partition("devices/pci0/block/xda/xda2", "400:2");
        fake.add_device("devices/pci1/block/xdb", "400:16");
        fake
    }

    fn add_device(&self, path: &str, number: &str) {
        let directory = self.host.sys.join(path);
        let name = directory.file_name().unwrap().to_owned();
        fs::create_dir_all(directory.join("holders")).unwrap();
        fs::write(directory.join("dev"), format!("{number}\n")).unwrap();
        fs::write(directory.join("ro"), "0\n").unwrap();
        symlink(&directory, self.host.sys.join("dev/block").join(number)).unwrap();
        symlink(&directory, self.host.sys.join("class/block").join(name)).unwrap();
    }

    fn add_partition(&self, path: &str, number: &str) {
        self.add_device(path, number);
        fs::write(self.host.sys.join(path).join("partition"), "1\n").unwrap();
    }

    fn hold(&self, below: &str, above: &str) {
        let link = self
            .host
            .sys
            .join("class/block")
            .join(below)
            .join("holders")
            .join(above);
        symlink(self.host.sys.join("class/block").join(above), link).unwrap();
    }

    fn rest(&self, above: &str, below: &str) {
        let slaves = self.host.sys.join("class/block").join(above).join("slaves");
        fs::create_dir_all(&slaves).unwrap();
        symlink(self.host.sys.join("class/block").join(below), slaves.join(below)).unwrap();
    }

    fn append(&self, file: &str, line: &str) {
        let path = self.host.proc.join(file);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(path, format!("{text}{line}\n")).unwrap();
    }

    fn device(&self, name: &str) -> BlockDevice {
        self.host.device_named(name).unwrap()
    }

    fn uses(&self, name: &str) -> Vec<String> {
        uses_of_device(&self.host, &self.device(name))
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    fn contents(&self, name: &str, content: &[u8]) -> Vec<String> {
        struct Bytes<'a>(&'a [u8]);
        impl Content for Bytes<'_> {
            fn size_bytes(&self) -> u64 {
                self.0.size_bytes()
            }
            fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
                self.0.read_at(offset, buffer)
            }
        }
        let reasons = contents_of_device(&self.host, &self.device(name), &Bytes(content));
        reasons.iter().map(ToString::to_string).collect()
    }
}

#[test]
fn a_volume_may_be_written_though_its_own_drives_are_held_by_it() {
    let fake = FakeHost::new();
    fake.add_device("devices/virtual/block/md9", "409:9");
    for member in ["xda1", "xdb"] {
        fake.hold(member, "md9");
        fake.rest("md9", member);
    }
    assert_eq!(fake.uses("md9"), [""; 0]);
    let members = fake.host.members(&fake.device("md9")).unwrap();
    assert_eq!(
        members.iter().map(BlockDevice::path).collect::<Vec<_>>(),
        ["/dev/xda1", "/dev/xdb"]
    );
    fake.append("self/mountinfo", "30 1 400:2 / /srv rw - ext4 /dev/xda2 rw");
    assert_eq!(
        fake.uses("md9"),
        ["/dev/xda2 is mounted on /srv"],
        "beside a member, on the same disk"
    );
}

#[test]
fn a_volume_that_shares_a_drive_with_a_mounted_one_may_not() {
    let fake = FakeHost::new();
    // Two device mapper volumes over one drive, at several levels.
    for (name, number, below) in [
        ("dm-0", "410:0", "xdb"),
        ("dm-1", "410:1", "xdb"),
        ("dm-2", "410:2", "dm-1"),
    ] {
        fake.add_device(&format!("devices/virtual/block/{name}"), number);
        fake.hold(below, name);
        fake.rest(name, below);
    }
    fake.append("self/mountinfo", "30 1 410:0 / /srv rw - ext4 /dev/dm-0 rw");
    assert_eq!(
        fake.uses("dm-2"),
        [
            "/dev/dm-0 is mounted on /srv",
            "/dev/xdb is part of /dev/dm-0 (LVM, md or device mapper)"
        ]
    );
}

#[test]
fn an_unused_empty_disk_may_be_written() {
    let fake = FakeHost::new();
    assert_eq!(fake.uses("xdb"), [""; 0]);
    assert_eq!(fake.contents("xdb", &[0; 65_536]), [""; 0]);
}

#[test]
fn a_mounted_disk_may_not() {
    let fake = FakeHost::new();
    fake.append(
        "self/mountinfo",
        r"30 1 400:16 / /srv/my\040data rw - ext4 /dev/xdb rw",
    );
    assert_eq!(fake.uses("xdb"), ["/dev/xdb is mounted on /srv/my data"]);
    assert_eq!(fake.uses("xda"), [""; 0], "the other disk is not concerned");
}

#[test]
fn a_mounted_partition_forbids_its_disk_itself_and_its_neighbour() {
    let fake = FakeHost::new();
    fake.append("self/mountinfo", "30 1 400:1 / /boot rw - ext4 /dev/xda1 rw");
    for target in ["xda", "xda1", "xda2"] {
        assert_eq!(fake.uses(target), ["/dev/xda1 is mounted on /boot"], "{target}");
    }
    assert_eq!(fake.uses("xdb"), [""; 0]);
}

#[test]
fn a_mounted_disk_forbids_its_partitions() {
    let fake = FakeHost::new();
    fake.append("self/mountinfo", "30 1 400:0 / /srv rw - xfs /dev/xda rw");
    assert_eq!(fake.uses("xda2"), ["/dev/xda is mounted on /srv"]);
}

#[test]
fn a_mount_that_only_names_its_device_counts() {
    let fake = FakeHost::new();
    fake.append("self/mountinfo", "30 1 0:45 /vol /srv rw - btrfs /dev/xda2 rw");
    assert_eq!(fake.uses("xda"), ["/dev/xda2 is mounted on /srv"]);
}

#[test]
fn a_second_device_of_a_mounted_btrfs_counts() {
    let fake = FakeHost::new();
    let devices = fake.host.sys.join("fs/btrfs/0b5c/devices");
    fs::create_dir_all(&devices).unwrap();
    fs::create_dir_all(fake.host.sys.join("fs/btrfs/features")).unwrap();
    symlink(fake.host.sys.join("class/block/xdb"), devices.join("xdb")).unwrap();
    assert_eq!(
        fake.uses("xdb"),
        ["/dev/xdb belongs to a mounted btrfs file system"]
    );
}

#[test]
fn swap_counts_on_a_partition_too() {
    let fake = FakeHost::new();
    fake.append("swaps", "/dev/xda2 partition 1048572 0 -2");
    assert_eq!(fake.uses("xda"), ["/dev/xda2 is swap space in use"]);
    assert_eq!(fake.uses("xda1"), ["/dev/xda2 is swap space in use"]);
}

#[test]
fn a_holder_and_what_is_mounted_on_the_top_of_the_stack() {
    let fake = FakeHost::new();
    // Partition 2 is half of a RAID, on which LVM has a volume, which is mounted.
    fake.add_device("devices/virtual/block/md0", "9:0");
    fake.add_device("devices/virtual/block/dm-3", "252:3");
    fake.hold("xda2", "md0");
    fake.hold("md0", "dm-3");
    fake.append(
        "self/mountinfo",
        "30 1 252:3 / /var/lib rw - xfs /dev/mapper/vg-var rw",
    );
    assert_eq!(
        fake.uses("xda"),
        [
            "/dev/dm-3 is mounted on /var/lib",
            "/dev/md0 is part of /dev/dm-3 (LVM, md or device mapper)",
            "/dev/xda2 is part of /dev/md0 (LVM, md or device mapper)",
        ]
    );
}

#[test]
fn a_partition_of_a_raid_is_found_too() {
    let fake = FakeHost::new();
    fake.add_device("devices/virtual/block/md0", "9:0");
    fake.add_partition("devices/virtual/block/md0/md0p1", "259:0");
    fake.hold("xdb", "md0");
    fake.append("self/mountinfo", "30 1 259:0 / /data rw - ext4 /dev/md0p1 rw");
    assert!(
        fake.uses("xdb")
            .contains(&"/dev/md0p1 is mounted on /data".to_owned())
    );
}

#[test]
fn the_ground_of_a_loop_device_counts() {
    let fake = FakeHost::new();
    fake.add_device("devices/virtual/block/loop7", "7:7");
    fs::create_dir_all(fake.host.sys.join("class/block/loop7/loop")).unwrap();
    fs::write(
        fake.host.sys.join("class/block/loop7/loop/backing_file"),
        "/dev/xdb\n",
    )
    .unwrap();
    assert_eq!(fake.uses("xdb"), ["/dev/xdb backs /dev/loop7"]);
}

#[test]
fn holders_in_a_circle_end() {
    let fake = FakeHost::new();
    fake.add_device("devices/virtual/block/dm-0", "252:0");
    fake.hold("xdb", "dm-0");
    fake.hold("dm-0", "xdb");
    assert_eq!(fake.uses("xdb").len(), 1);
}

#[test]
fn what_cannot_be_found_out_is_a_reason() {
    for file in ["self/mountinfo", "swaps"] {
        let fake = FakeHost::new();
        fs::remove_file(fake.host.proc.join(file)).unwrap();
        fs::create_dir(fake.host.proc.join(file)).unwrap();
        assert!(
            fake.uses("xdb")[0].starts_with("it could not be found out what is"),
            "{file}"
        );
    }
    let fake = FakeHost::new();
    fs::remove_dir_all(fake.host.sys.join("class/block/xdb/holders")).unwrap();
    assert!(fake.uses("xdb")[0].starts_with("it could not be found out what is stacked on it"));
    let fake = FakeHost::new();
    fake.append("self/mountinfo", "a line of another kernel");
    assert!(fake.uses("xdb")[0].contains("what is mounted"));
    fs::remove_file(fake.host.sys.join("class/block/xdb/ro")).unwrap();
    assert!(fake.contents("xdb", &[0; 4096])[0].contains("read-only"));
}

#[test]
fn known_partitions_a_signature_and_read_only() {
    let fake = FakeHost::new();
    assert_eq!(
        fake.contents("xda", &[0; 65_536]),
        ["it has the partition /dev/xda1", "it has the partition /dev/xda2"]
    );
    assert_eq!(
        fake.contents("xda1", &[0; 65_536]),
        [""; 0],
        "a partition has none itself"
    );
    let mut content = vec![0; 65_536];
    content[..4].copy_from_slice(b"XFSB");
    assert_eq!(
        fake.contents("xdb", &content),
        ["it carries the signature of: XFS file system (at byte 0)"]
    );
    fs::write(fake.host.sys.join("class/block/xdb/ro"), "1\n").unwrap();
    assert_eq!(fake.contents("xdb", &[0; 4096]), ["it is read-only"]);
}

#[test]
fn a_file_that_is_swap_or_backs_a_loop_device() {
    let fake = FakeHost::new();
    let path = fake.root.path().join("image with space");
    fs::write(&path, [0; 4096]).unwrap();
    let reasons = |path: &Path| {
        let found = uses_of_file(&fake.host, "image", &fs::metadata(path).unwrap());
        found.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(reasons(&path), [""; 0]);
    fake.append(
        "swaps",
        &format!("{} file 4 0 -2", path.display().to_string().replace(' ', r"\040")),
    );
    assert_eq!(reasons(&path), ["image is swap space in use"]);
    fake.add_device("devices/virtual/block/loop7", "7:7");
    fs::create_dir_all(fake.host.sys.join("class/block/loop7/loop")).unwrap();
    fs::write(
        fake.host.sys.join("class/block/loop7/loop/backing_file"),
        path.as_os_str().as_encoded_bytes(),
    )
    .unwrap();
    assert_eq!(
        reasons(&path),
        ["image is swap space in use", "image backs /dev/loop7"]
    );
    let other = fake.root.path().join("other");
    fs::write(&other, [0; 4096]).unwrap();
    assert_eq!(reasons(&other), [""; 0]);
}
