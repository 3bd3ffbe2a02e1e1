//! Each refusal on a host made of files: `sda` with partitions 1 and 2, and whatever a test adds.

use super::*;
use std::os::unix::fs::symlink;
use std::path::Path;
use tempfile::TempDir;

/// What `stat` of a quiet disk says: reads, …, writes, …, in flight (the ninth).
const COUNTED: &str = "100 0 800 4 7 0 56 2 0 6 6 0 0 0 0 0 0";

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
        fs::write(directory.join("stat"), COUNTED).unwrap();
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

    /// A file of configfs.
    fn configure(&self, path: &str, text: &str) {
        let path = self.host.sys.join("kernel/config").join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Watches `name` while its disk `disk` counts what stands in `stats`, one after the other; how often it was watched too.
    fn watch(&self, name: &str, disk: &str, stats: &[&str]) -> (Vec<String>, usize) {
        let stats = std::cell::RefCell::new(stats.iter());
        let watched = std::cell::Cell::new(0);
        let path = self.host.sys.join("class/block").join(disk).join("stat");
        let relatives = self.host.relatives(&self.device(name)).unwrap();
        let reasons = traffic::foreign(&self.host, &relatives, || {
            watched.set(watched.get() + 1);
            if let Some(stat) = stats.borrow_mut().next() {
                fs::write(&path, stat).unwrap();
            }
        });
        (reasons.iter().map(ToString::to_string).collect(), watched.get())
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

#[test]
fn what_the_kernel_exports_over_nvme_or_scsi_counts() {
    let fake = FakeHost::new();
    let namespace = "nvmet/subsystems/nqn.test/namespaces/3";
    fake.configure(&format!("{namespace}/device_path"), "/dev/xdb\n");
    fake.configure(&format!("{namespace}/enable"), "0\n");
    fake.configure("nvmet/subsystems/nqn.test/passthru/enable", "0\n");
    assert_eq!(fake.uses("xdb"), [""; 0], "it is switched off");
    fake.configure(&format!("{namespace}/enable"), "1\n");
    assert_eq!(
        fake.uses("xdb"),
        ["/dev/xdb is exported by the NVMe target (subsystem nqn.test, namespace 3)"]
    );
    assert_eq!(fake.uses("xda"), [""; 0]);
    fake.configure("target/core/fileio_0/disk/udev_path", "/dev/xda2\n");
    fake.configure("target/core/fileio_0/disk/enable", "1\n");
    assert_eq!(
        fake.uses("xda"),
        ["/dev/xda2 is exported by the SCSI target (LIO, fileio_0/disk)"]
    );
    let path = fake.root.path().join("image");
    fs::write(&path, [0; 512]).unwrap();
    let name = path.display().to_string();
    fake.configure(&format!("{namespace}/device_path"), &name);
    let reasons = uses_of_file(&fake.host, "image", &fs::metadata(&path).unwrap());
    assert_eq!(
        reasons[0].to_string(),
        "image is exported by the NVMe target (subsystem nqn.test, namespace 3)"
    );
}

#[test]
fn a_controller_that_is_exported_as_a_whole_counts_for_its_namespaces() {
    let fake = FakeHost::new();
    fake.add_device("devices/pci2/nvme/nvme7/nvme7n1", "401:0");
    let controller = fake.host.sys.join("devices/pci2/nvme/nvme7");
    symlink(&controller, controller.join("nvme7n1/device")).unwrap();
    fake.configure("nvmet/subsystems/nqn.whole/passthru/device_path", "/dev/nvme7\n");
    fake.configure("nvmet/subsystems/nqn.whole/passthru/enable", "1\n");
    let expected =
        "/dev/nvme7n1 is exported by the NVMe target as a whole (subsystem nqn.whole, passthrough)";
    assert_eq!(fake.uses("nvme7n1"), [expected]);
    assert_eq!(fake.uses("xdb"), [""; 0]);
}

#[test]
fn writes_of_somebody_else_are_seen_at_once() {
    let fake = FakeHost::new();
    let (reasons, watched) = fake.watch("xdb", "xdb", &["100 0 800 4 9 0 56 2 0 6 6 1 0 0 0 0 0"]);
    assert_eq!(
        (reasons.as_slice(), watched),
        (
            &["somebody else uses /dev/xdb, whom the kernel does not name: within 1 s there were 0 reads, 3 writes and 0 \
               operations under way"
                .to_owned()][..],
            1
        )
    );
    // A partition's neighbours are the whole disk's.
    let fake = FakeHost::new();
    let (reasons, _) = fake.watch("xda1", "xda", &["100 0 800 4 8 0 56 2 0 6 6 0 0 0 0 0 0"]);
    assert!(reasons[0].contains("/dev/xda,"), "{reasons:?}");
}

#[test]
fn reads_are_taken_for_a_user_only_if_they_do_not_end() {
    let read = |reads: u32, in_flight: u32| format!("{reads} 0 800 4 7 0 56 2 {in_flight} 6 6");
    let (first, second, third) = (read(101, 0), read(130, 0), read(131, 0));
    let fake = FakeHost::new();
    assert_eq!(fake.watch("xdb", "xdb", &[]), (Vec::new(), 1), "nobody");
    assert_eq!(fake.watch("xdb", "xdb", &[&first, &second]), (Vec::new(), 3));
    let fake = FakeHost::new();
    let (reasons, watched) = fake.watch("xdb", "xdb", &[&first, &second, &third]);
    assert!(
        watched == 3 && reasons[0].contains("1 reads, 0 writes"),
        "{reasons:?}"
    );
    let fake = FakeHost::new();
    let (reasons, watched) = fake.watch("xdb", "xdb", &[&read(100, 1)]);
    assert!(
        watched == 3 && reasons[0].contains("1 operations under way"),
        "{reasons:?}"
    );
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

/// A namespace of native NVMe multipath with a path, and paths of others. The kernel gives a hidden disk no number.
fn multipath() -> FakeHost {
    let fake = FakeHost::new();
    fake.add_device("devices/virtual/nvme0n1", "401:0");
    for (name, number) in [
        ("nvme0c3n1", "401:1"),
        ("nvme0c3n11", "401:2"),
        ("nvme1c3n1", "401:3"),
    ] {
        let path = format!("devices/virtual/{name}");
        fake.add_device(&path, number);
        fs::remove_file(fake.host.sys.join("dev/block").join(number)).unwrap();
        fs::remove_file(fake.host.sys.join(path).join("dev")).unwrap();
    }
    fake
}

#[test]
fn the_hidden_paths_below_a_multipath_namespace_are_watched_too() {
    let fake = multipath();
    let paths = fake.host.multipath_paths(&fake.device("nvme0n1")).unwrap();
    assert_eq!(paths, [fake.host.sys.join("devices/virtual/nvme0c3n1")]);
    assert_eq!(fake.watch("nvme0n1", "nvme0c3n1", &[]), (Vec::new(), 1), "nobody");
    let (reasons, _) = fake.watch("nvme0n1", "nvme0c3n1", &["0 0 0 0 8 0 0 0 0 0 0"]);
    assert!(reasons[0].contains("/dev/nvme0c3n1"), "{reasons:?}");
}

/// Before Linux 6.3 the namespace itself counts nothing, and says so.
#[test]
fn below_a_multipath_namespace_it_is_the_paths_that_must_count() {
    let fake = multipath();
    let count = |name: &str, iostats: &str| {
        let queue = fake.host.sys.join("class/block").join(name).join("queue");
        fs::create_dir_all(&queue).unwrap();
        fs::write(queue.join("iostats"), iostats).unwrap();
    };
    count("nvme0n1", "0");
    count("nvme0c3n1", "1");
    assert_eq!(fake.watch("nvme0n1", "nvme0c3n1", &[]), (Vec::new(), 1));
    count("nvme0n1", "1");
    count("nvme0c3n1", "0");
    let (reasons, _) = fake.watch("nvme0n1", "nvme0c3n1", &[]);
    assert!(
        reasons.len() == 1 && reasons[0].contains("write 1 to") && reasons[0].contains("nvme0c3n1"),
        "{reasons:?}"
    );
}

#[test]
fn what_cannot_be_counted_is_a_reason() {
    let fake = FakeHost::new();
    let queue = fake.host.sys.join("class/block/xdb/queue");
    fs::create_dir_all(&queue).unwrap();
    fs::write(queue.join("iostats"), "0\n").unwrap();
    let (reasons, watched) = fake.watch("xdb", "xdb", &[]);
    assert_eq!(watched, 0);
    assert!(
        reasons[0].contains("whether somebody else uses it") && reasons[0].contains("write 1 to"),
        "{reasons:?}"
    );
    fs::remove_file(queue.join("iostats")).unwrap();
    fs::create_dir(queue.join("iostats")).unwrap();
    let (reasons, _) = fake.watch("xdb", "xdb", &[]);
    assert!(
        reasons.concat().contains("iostats"),
        "not to be read: {reasons:?}"
    );
    fs::remove_dir(queue.join("iostats")).unwrap();
    fs::write(queue.join("iostats"), "1\n").unwrap();
    fs::write(fake.host.sys.join("class/block/xdb/stat"), "nonsense").unwrap();
    assert!(fake.watch("xdb", "xdb", &[]).0[0].contains("nonsense"));
}

/// A directory where the kernel has a file cannot be read, by root either.
#[test]
fn what_the_kernel_says_and_cannot_be_read_is_a_reason() {
    let refusal = |spoil: &dyn Fn(&FakeHost)| {
        let fake = FakeHost::new();
        spoil(&fake);
        fake.uses("xdb").concat()
    };
    let nvmet = "nvmet/subsystems/nqn.test/namespaces/1";
    let exported = "what is exported";
    let unread = |path: String| move |fake: &FakeHost| fake.configure(&format!("{path}/inside"), "");
    assert!(refusal(&unread(format!("{nvmet}/device_path"))).contains(exported));
    assert!(refusal(&unread("target/core/iblock_0/store/udev_path".into())).contains(exported));
    let nowhere = |enable: &'static str| {
        move |fake: &FakeHost| {
            fake.configure(&format!("{nvmet}/device_path"), "/dev/nowhere\n");
            fake.configure(&format!("{nvmet}/enable"), enable);
        }
    };
    assert!(refusal(&nowhere("1\n")).contains("/dev/nowhere"));
    assert_eq!(refusal(&nowhere("0\n")), "");
    let backing = |fake: &FakeHost| {
        fs::create_dir_all(fake.host.sys.join("class/block/xda/loop/backing_file")).unwrap();
    };
    assert!(refusal(&backing).contains("loop devices"));
    let members = |fake: &FakeHost| {
        let file_system = fake.host.sys.join("fs/btrfs/uuid");
        fs::create_dir_all(&file_system).unwrap();
        fs::write(file_system.join("devices"), "").unwrap();
    };
    assert!(refusal(&members).contains("btrfs"));
}

#[test]
fn no_list_of_processes_is_no_answer() {
    let mut fake = FakeHost::new();
    let device = fake.device("xdb");
    fake.host.proc = fake.root.path().join("nowhere");
    assert!(openers_of_device(&fake.host, &device).is_err());
}

#[test]
fn who_has_a_file_open_is_told_by_name_and_by_what_for() {
    let root = tempfile::tempdir().unwrap();
    let path = root.path().join("image");
    fs::write(&path, [0; 512]).unwrap();
    let shell = |redirection: &str| {
        let script = format!("exec 3{redirection}'{}'; echo; read end", path.display());
        let mut shell = std::process::Command::new("sh");
        shell
            .args(["-c", &script])
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped());
        let mut child = shell.spawn().unwrap();
        io::Read::read_exact(child.stdout.as_mut().unwrap(), &mut [0]).unwrap();
        child
    };
    // Our own is not asked for.
    let _own = fs::File::options().write(true).open(&path).unwrap();
    let look = || openers_of_file(&Host::default(), "image", &fs::metadata(&path).unwrap()).unwrap();
    assert_eq!((look().writers, look().readers), (Vec::new(), Vec::new()));
    let (mut reader, mut writer) = (shell("<"), shell("<>"));
    let found = look();
    let opener = |child: &std::process::Child| {
        let name = "sh".to_owned();
        vec![(
            "image".to_owned(),
            Opener {
                name,
                pid: child.id(),
            },
        )]
    };
    assert_eq!((found.writers, found.readers), (opener(&writer), opener(&reader)));
    let mut verdict = Verdict::default();
    verdict.add_openers(Ok(look()));
    let pids = (writer.id(), reader.id());
    for child in [&mut reader, &mut writer] {
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert_eq!(
        verdict.reasons[0].to_string(),
        format!("image is open for writing by sh (process {})", pids.0)
    );
    assert_eq!(
        verdict.notes[0],
        format!("image is open for reading by sh (process {})", pids.1)
    );
}

#[test]
fn a_look_that_was_broken_off_is_no_answer() {
    let mut verdict = Verdict::default();
    verdict.add_openers(Ok(Openers {
        is_cut: true,
        ..Openers::default()
    }));
    let reasons: Vec<String> = verdict.reasons.iter().map(ToString::to_string).collect();
    assert!(reasons.concat().contains("who has it open"), "{reasons:?}");
}

#[test]
fn processes_that_may_not_be_looked_at_are_noted() {
    let fake = FakeHost::new();
    for pid in ["11", "12"] {
        fs::create_dir_all(fake.host.proc.join(pid)).unwrap();
        fs::write(fake.host.proc.join(pid).join("fd"), "no directory").unwrap();
    }
    let stat = "12 (kworker (x) 1) I 2 0 0 0 -1 69238880 0 0";
    fs::write(fake.host.proc.join("12/stat"), stat).unwrap();
    let found = openers_of_device(&fake.host, &fake.device("xdb")).unwrap();
    assert_eq!((found.unseen, found.is_cut), (1, false));
    assert!(
        found.notes()[0].contains("1 other processes"),
        "{:?}",
        found.notes()
    );
}
