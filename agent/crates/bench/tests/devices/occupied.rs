//! What somebody else uses is refused.

use crate::support::{Loop, Mounted, can_loop, directory, file, has, lines, must, run};
use crate::{MIB, assert_refused, guard};
use crosspoint_bench::output::Line;
use std::fs::OpenOptions;
use std::process::Command;
use std::time::Duration;

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
    assert_refused(device.str(), &image, &format!("doing I/O on {}", device.str()));
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
        crate::support::skipped(test, "swapon is not permitted here: the area in use");
    }
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
    assert_refused(device.str(), &image, "has it open exclusively");
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
