//! Its state and its content, and files.

use super::FakeHost;
use crate::guard::*;
use std::fs;
use std::path::Path;

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
        ["it has the signature of XFS file system (at byte 0)"]
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
