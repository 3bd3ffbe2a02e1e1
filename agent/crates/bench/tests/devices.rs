//! The guard and the engine on real block devices: loop devices. Needs root; says so if it cannot run.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking, its helpers too")]

mod support;

use crosspoint_bench::host::Host;
use crosspoint_bench::node::{Identity, discard};
use crosspoint_bench::output::{Line, TargetKind};
use std::fs::{self, OpenOptions};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use support::{Loop, Mounted, bench, can_loop, directory, file, has, lines, must, result, run};

const MIB: usize = 1 << 20;

/// What `guard` says, and its exit code.
fn guard(device: &str) -> (String, Option<i32>) {
    let output = bench().args(["guard", device]).output().unwrap();
    (
        String::from_utf8(output.stdout).unwrap() + &String::from_utf8_lossy(&output.stderr),
        output.status.code(),
    )
}

/// Neither `guard` nor a fully named write run may get through, for `reason`; nothing changes in `image`.
fn assert_refused(device: &str, image: &Path, reason: &str) {
    must("sync", &[]);
    let before = fs::read(image).unwrap();
    let (said, code) = guard(device);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains(reason), "{said}");
    let output = run(
        &[
            "--rw",
            "randwrite",
            "--duration",
            "200ms",
            "--write-device",
            device,
        ],
        device.as_ref(),
    );
    let lines = lines(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{lines:?}");
    let [Line::Error(failure)] = lines.as_slice() else {
        panic!("one error line alone: {lines:?}")
    };
    assert!(failure.message.contains(reason), "{}", failure.message);
    must("sync", &[]);
    assert!(
        fs::read(image).unwrap() == before,
        "the content of {device} changed"
    );
}

#[test]
fn an_empty_unused_device_is_written_when_it_is_named_and_only_then() {
    if !can_loop("an_empty_unused_device_is_written") {
        return;
    }
    let directory = directory();
    let (image, other_image) = (
        file(&directory, "image", 8 * MIB),
        file(&directory, "other", 8 * MIB),
    );
    let (device, other) = (Loop::on(&image), Loop::on(&other_image));
    let (said, code) = guard(device.str());
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains(&format!("--write-device {}", device.str())));
    let write = [
        "--rw",
        "randwrite",
        "--duration",
        "300ms",
        "--qd",
        "4",
        "--seed",
        "3",
    ];
    for consent in [
        &[][..],
        &["--write-device", other.str()],
        &["--write-serial", "x"],
        &["--write-file", device.str()],
    ] {
        assert_eq!(
            run(&[&write, consent].concat(), &device.path).status.code(),
            Some(3),
            "{consent:?}"
        );
    }
    assert!(fs::read(&image).unwrap().iter().all(|&byte| byte == 0));
    let output = run(
        &[&write[..], &["--write-device", device.str()]].concat(),
        &device.path,
    );
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stdout)
    );
    let lines = lines(&output.stdout);
    let Some(Line::Start(start)) = lines.first() else {
        panic!("a start line")
    };
    assert_eq!(
        (start.target.kind, start.target.capacity_bytes),
        (TargetKind::Block, 8 << 20)
    );
    assert!(result(&lines).write.as_ref().unwrap().operations > 0);
    assert!(fs::read(&image).unwrap().iter().any(|&byte| byte != 0));
    assert!(fs::read(&other_image).unwrap().iter().all(|&byte| byte == 0));
}

/// A shell that runs `script` until it is dropped; returns when the script has printed a line.
struct Shell(std::process::Child);

impl Shell {
    fn running(script: &str) -> Self {
        let mut child = Command::new("sh")
            .args(["-c", script])
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        std::io::Read::read_exact(child.stdout.as_mut().unwrap(), &mut [0]).unwrap();
        Shell(child)
    }
}

impl Drop for Shell {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_device_that_somebody_has_open_for_writing_without_claiming_it_is_refused() {
    if !can_loop("a_device_that_somebody_has_open") {
        return;
    }
    let directory = directory();
    let image = file(&directory, "image", 8 * MIB);
    let device = Loop::on(&image);
    let shell = Shell::running(&format!("exec 3<>{}; echo; read end", device.str()));
    let reason = format!(
        "{} is open for writing by sh (process {})",
        device.str(),
        shell.0.id()
    );
    assert_refused(device.str(), &image, &reason);
    drop(shell);
    let shell = Shell::running(&format!("exec 3<{}; echo; read end", device.str()));
    let (said, code) = guard(device.str());
    assert_eq!(code, Some(0), "one who reads is no obstacle: {said}");
    assert!(
        said.contains(&format!("open for reading by sh (process {})", shell.0.id())),
        "{said}"
    );
}

#[test]
fn a_device_that_somebody_uses_while_it_is_looked_at_is_refused() {
    if !can_loop("a_device_that_somebody_uses") {
        return;
    }
    let directory = directory();
    let image = file(&directory, "image", 8 * MIB);
    let device = Loop::on(&image);
    let read = format!(
        "dd if={} of=/dev/null bs=4k iflag=direct status=none",
        device.str()
    );
    let _shell = Shell::running(&format!("echo; while :; do {read}; done"));
    assert_refused(
        device.str(),
        &image,
        &format!("somebody else uses {}", device.str()),
    );
}

#[test]
fn what_is_not_the_namespace_that_was_named_is_neither_read_nor_written() {
    if !can_loop("what_is_not_the_namespace_that_was_named") {
        return;
    }
    let directory = directory();
    let image = file(&directory, "image", 8 * MIB);
    let device = Loop::on(&image);
    let named = ["--duration", "200ms", "--namespace-id", "1"];
    let write = ["--rw", "randwrite", "--write-device", device.str()];
    let other = file(&directory, "other", 8 * MIB);
    let write_file = ["--rw", "randwrite", "--write-file", other.to_str().unwrap()];
    for (arguments, target) in [
        (&["--rw", "randread"][..], &device.path),
        (&write, &device.path),
        (&write_file, &other),
    ] {
        let output = run(&[&named, arguments].concat(), target);
        let lines = lines(&output.stdout);
        assert_eq!(output.status.code(), Some(3), "{arguments:?}: {lines:?}");
        let [Line::Error(failure)] = lines.as_slice() else {
            panic!("one error line alone: {lines:?}")
        };
        assert!(
            failure.message.contains("is not namespace 1"),
            "{}",
            failure.message
        );
    }
    for file in [image, other] {
        assert!(fs::read(file).unwrap().iter().all(|&byte| byte == 0));
    }
}

#[test]
fn a_discard_empties_the_bytes_that_it_is_given_and_no_others() {
    if !can_loop("a_discard_empties_the_bytes") {
        return;
    }
    let directory = directory();
    let image = directory.path().join("image");
    fs::write(&image, vec![7; 8 * MIB]).unwrap();
    let device = Loop::on(&image);
    let node = OpenOptions::new()
        .read(true)
        .write(true)
        .open(&device.path)
        .unwrap();
    let identity = Identity::of(&node, &Host::default()).unwrap();
    assert_eq!(
        (identity.device.path().as_str(), identity.nsid),
        (device.str(), None)
    );
    discard(&node, &(MIB as u64..3 * MIB as u64)).unwrap();
    must("sync", &[]);
    let content = fs::read(&image).unwrap();
    assert!(content[MIB..3 * MIB].iter().all(|&byte| byte == 0));
    assert!(
        content[..MIB]
            .iter()
            .chain(&content[3 * MIB..])
            .all(|&byte| byte == 7)
    );
    let reading = fs::File::open(&device.path).unwrap();
    assert_eq!(
        discard(&reading, &(0..4096)).unwrap_err().raw_os_error(),
        Some(libc::EBADF),
        "it must be open for writing"
    );
}

#[test]
fn a_mounted_device_is_refused_for_writing_and_noted_for_reading() {
    let test = "a_mounted_device_is_refused";
    if !can_loop(test) || !has(test, "mkfs.ext4", "e2fsprogs") {
        return;
    }
    let directory = directory();
    let image = file(&directory, "image", 16 * MIB);
    let device = Loop::on(&image);
    must("mkfs.ext4", &["-q", device.str()]);
    assert_refused(device.str(), &image, "ext2, ext3 or ext4 file system");
    let mounted = Mounted::device(device.str(), "ro");
    let place = format!(
        "{} is mounted on {}",
        device.str(),
        mounted.directory.path().display()
    );
    assert_refused(device.str(), &image, &place);
    let output = run(&["--rw", "randread", "--duration", "200ms"], &device.path);
    assert_eq!(output.status.code(), Some(0));
    let lines = lines(&output.stdout);
    let Some(Line::Start(start)) = lines.first() else {
        panic!("a start line")
    };
    assert_eq!(start.target.in_use, [place]);
    assert!(!start.warnings.is_empty());
}

#[test]
fn a_swap_area_is_refused() {
    let test = "a_swap_area_is_refused";
    if !can_loop(test) || !has(test, "mkswap", "util-linux") {
        return;
    }
    let directory = directory();
    let image = file(&directory, "image", 8 * MIB);
    let device = Loop::on(&image);
    must("mkswap", &[device.str()]);
    assert_refused(device.str(), &image, "swap area");
    if Command::new("swapon")
        .arg(device.str())
        .status()
        .is_ok_and(|status| status.success())
    {
        let (said, code) = guard(device.str());
        must("swapoff", &[device.str()]);
        assert_eq!(code, Some(3));
        assert!(said.contains("swap space in use"), "{said}");
    } else {
        support::skipped(test, "swapon is not permitted here: the area in use");
    }
}

/// An MBR with one Linux partition from sector 2048 on.
fn write_partition_table(image: &Path, sectors: u32) {
    let mut table = [0_u8; 512];
    table[446 + 4] = 0x83;
    table[446 + 8..446 + 12].copy_from_slice(&2048_u32.to_le_bytes());
    table[446 + 12..446 + 16].copy_from_slice(&sectors.to_le_bytes());
    table[510..].copy_from_slice(b"\x55\xaa");
    OpenOptions::new()
        .write(true)
        .open(image)
        .unwrap()
        .write_all_at(&table, 0)
        .unwrap();
}

#[test]
fn a_partitioned_device_is_refused() {
    if !can_loop("a_partitioned_device_is_refused") {
        return;
    }
    let directory = directory();
    let image = file(&directory, "image", 8 * MIB);
    write_partition_table(&image, 2048);
    let device = Loop::on(&image);
    assert_refused(device.str(), &image, "MBR partition table");
}

/// A partition that the kernel knows, taken away at the end.
struct Partition<'a> {
    disk: &'a Loop,
    path: String,
}

impl<'a> Partition<'a> {
    /// By BLKPG: this also works where the kernel reads no partition tables.
    fn add(disk: &'a Loop, number: u32, first_sector: u32, sectors: u32) -> Self {
        let [number_text, first, length] = [number, first_sector, sectors].map(|n| n.to_string());
        must("addpart", &[disk.str(), &number_text, &first, &length]);
        Partition {
            disk,
            path: format!("{}p{number}", disk.str()),
        }
    }
}

impl Drop for Partition<'_> {
    fn drop(&mut self) {
        let number = self.path.rsplit('p').next().unwrap_or_default();
        let _ = Command::new("delpart").args([self.disk.str(), number]).status();
    }
}

#[test]
fn a_mounted_partition_forbids_its_disk_and_its_neighbour() {
    let test = "a_mounted_partition_forbids_its_disk";
    if !can_loop(test) || !has(test, "addpart", "util-linux-extra") || !has(test, "mkfs.ext4", "e2fsprogs") {
        return;
    }
    let directory = directory();
    let image = file(&directory, "image", 32 * MIB);
    let disk = Loop::on(&image);
    let first = Partition::add(&disk, 1, 2048, 32_768);
    let second = Partition::add(&disk, 2, 34_816, 8192);
    assert_refused(
        disk.str(),
        &image,
        &format!("it has the partition {}", first.path),
    );
    let (said, code) = guard(&second.path);
    assert_eq!(code, Some(0), "an unused partition of an unused disk: {said}");
    must("mkfs.ext4", &["-q", &first.path]);
    let mounted = Mounted::device(&first.path, "ro");
    let place = format!(
        "{} is mounted on {}",
        first.path,
        mounted.directory.path().display()
    );
    assert_refused(disk.str(), &image, &place);
    assert_refused(&second.path, &image, &place);
}

#[test]
fn a_device_under_a_loop_device_and_its_file_are_refused() {
    if !can_loop("a_device_under_a_loop_device") {
        return;
    }
    let directory = directory();
    let image = file(&directory, "image", 8 * MIB);
    let below = Loop::on(&image);
    let above = Loop::on(&below.path);
    assert_refused(
        below.str(),
        &image,
        &format!("{} backs {}", below.str(), above.str()),
    );
    let named = image.to_str().unwrap();
    let output = run(
        &["--rw", "randwrite", "--duration", "200ms", "--write-file", named],
        &image,
    );
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stdout).contains("backs /dev/loop"));
}

#[test]
fn a_device_that_somebody_else_has_claimed_is_refused() {
    use std::os::unix::fs::OpenOptionsExt;
    if !can_loop("a_device_that_somebody_else_has_claimed") {
        return;
    }
    let directory = directory();
    let image = file(&directory, "image", 8 * MIB);
    let device = Loop::on(&image);
    let claim = OpenOptions::new()
        .read(true)
        .custom_flags(libc::O_EXCL)
        .open(&device.path)
        .unwrap();
    assert_refused(device.str(), &image, "open for itself");
    drop(claim);
    // A program that another test starts in this moment has a copy of the claim until it has begun to run.
    let is_free = || guard(device.str()).1 == Some(0);
    let is_free = (0..100).any(|_| {
        is_free() || {
            std::thread::sleep(Duration::from_millis(100));
            false
        }
    });
    assert!(is_free, "{:?}", guard(device.str()));
}

#[test]
fn an_io_error_in_one_half_is_counted_and_the_run_goes_on() {
    if !can_loop("an_io_error_in_one_half") {
        return;
    }
    let directory = directory();
    let image = file(&directory, "image", 8 * MIB);
    let device = Loop::on(&image);
    // The loop device keeps its size; reading where its file has ended is an I/O error.
    OpenOptions::new()
        .write(true)
        .open(&image)
        .unwrap()
        .set_len(4 << 20)
        .unwrap();
    let output = run(
        &["--rw", "randread", "--qd", "4", "--duration", "500ms"],
        &device.path,
    );
    let lines = lines(&output.stdout);
    assert_eq!(output.status.code(), Some(1));
    let result = result(&lines);
    assert!(!result.interrupted, "the run went on to its end");
    assert_eq!(
        (result.errors[0].errno, result.errors[0].name.as_str()),
        (Some(5), "EIO")
    );
    assert!(result.errors[0].count > 10 && result.read.as_ref().unwrap().operations > 10);
    assert!(
        result
            .warnings
            .iter()
            .any(|warning| warning.contains("operations failed"))
    );
}

#[test]
fn a_device_that_fails_everywhere_ends_the_run() {
    if !can_loop("a_device_that_fails_everywhere") {
        return;
    }
    let directory = directory();
    let image = file(&directory, "image", 8 * MIB);
    let device = Loop::on(&image);
    OpenOptions::new()
        .write(true)
        .open(&image)
        .unwrap()
        .set_len(0)
        .unwrap();
    let output = run(&["--rw", "read", "--duration", "60s"], &device.path);
    let lines = lines(&output.stdout);
    assert_eq!(output.status.code(), Some(1));
    let result = result(&lines);
    assert!(result.interrupted);
    assert_eq!(result.read.as_ref().unwrap().operations, 0);
    assert!(result.read.as_ref().unwrap().latency_ns.is_none() && result.littles_law.is_none());
    let Some(Line::Error(failure)) = lines.last() else {
        panic!("an error line at the end")
    };
    assert!(
        failure.message.contains("EIO") && failure.errno == Some(5),
        "{}",
        failure.message
    );
}

#[test]
fn a_full_file_system_ends_the_run() {
    let test = "a_full_file_system_ends_the_run";
    if !can_loop(test) || !has(test, "mkfs.ext4", "e2fsprogs") {
        return;
    }
    let directory = directory();
    let image = file(&directory, "image", 16 * MIB);
    let device = Loop::on(&image);
    must("mkfs.ext4", &["-q", "-m", "0", device.str()]);
    let mounted = Mounted::device(device.str(), "rw");
    let path = mounted.directory.path().join("sparse");
    fs::File::create(&path).unwrap().set_len(64 << 20).unwrap();
    let named = path.to_str().unwrap();
    let output = run(
        &[
            "--rw",
            "write",
            "--bs",
            "64k",
            "--qd",
            "4",
            "--duration",
            "60s",
            "--write-file",
            named,
        ],
        &path,
    );
    let lines = lines(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{lines:?}");
    assert!(result(&lines).interrupted);
    let Some(Line::Error(failure)) = lines.last() else {
        panic!("an error line at the end")
    };
    assert!(failure.message.contains("no space left"), "{}", failure.message);
    assert!(failure.remedy.is_some());
}
