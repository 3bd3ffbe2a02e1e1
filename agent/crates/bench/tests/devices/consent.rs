//! Which device is meant: nothing but the one that was named is read, written or discarded.

use crate::support::{Loop, can_loop, directory, file, lines, must, result, run};
use crate::{MIB, guard};
use crosspoint_bench::host::Host;
use crosspoint_bench::node::{Identity, discard};
use crosspoint_bench::output::{Line, TargetKind};
use std::fs::{self, OpenOptions};

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
