//! Mounts, swap, and what is stacked on each other.

use super::FakeHost;
use crate::guard::*;
use std::fs;
use std::os::unix::fs::symlink;

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

/// Without native multipath a drive with two ports has its namespaces twice, and the kernel knows of nothing that joins them.
#[test]
fn what_uses_the_same_namespace_through_another_controller_counts() {
    let fake = FakeHost::new();
    let namespace = |name: &str, number: &str, serial: &str, nsid: &str, wwid: &str| {
        let path = format!("devices/pci/nvme/{name}");
        fake.add_device(&path, number);
        let directory = fake.host.sys.join(path);
        fs::create_dir(directory.join("device")).unwrap();
        for (attribute, text) in [
            ("device/serial", serial),
            ("device/model", "M"),
            ("nsid", nsid),
            ("wwid", wwid),
        ] {
            fs::write(directory.join(attribute), format!("{text}\n")).unwrap();
        }
    };
    namespace("nvme0n1", "401:0", "A", "1", "eui.1");
    namespace("nvme0n2", "401:1", "A", "2", "eui.2");
    namespace("nvme1n1", "401:2", "A", "1", "eui.1");
    namespace("nvme1n2", "401:3", "A", "2", "eui.2");
    namespace("nvme2n1", "401:4", "B", "1", "eui.1");
    namespace("nvme3n1", "401:5", "A", "1", "eui.3");
    fake.add_partition("devices/pci/nvme/nvme1n1/nvme1n1p1", "401:6");
    fake.append(
        "self/mountinfo",
        "36 35 401:6 / /data rw - ext4 /dev/nvme1n1p1 rw",
    );
    let mounted = ["/dev/nvme1n1p1 is mounted on /data"];
    assert_eq!(fake.uses("nvme0n1"), mounted);
    assert_eq!(fake.uses("nvme1n1"), mounted);
    for other in ["nvme0n2", "nvme1n2", "nvme2n1", "nvme3n1"] {
        assert_eq!(fake.uses(other), [""; 0], "{other}");
    }
}
