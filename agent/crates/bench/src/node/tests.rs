//! By a sysfs made of files, and on loop devices.

use super::*;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use tempfile::TempDir;

/// `nvme3n2` with a partition, on the controller `nvme3`.
fn host() -> (TempDir, Host) {
    let root = tempfile::tempdir().unwrap();
    let host = Host {
        sys: root.path().join("sys"),
        proc: root.path().join("proc"),
    };
    let controller = host.sys.join("devices/pci0/nvme/nvme3");
    let namespace = controller.join("nvme3n2");
    let partition = namespace.join("nvme3n2p1");
    fs::create_dir_all(&partition).unwrap();
    for (path, text) in [
        (controller.join("serial"), "A1\n"),
        (controller.join("model"), "Fast Drive  \n"),
        (namespace.join("dev"), "4001:7\n"),
        (namespace.join("nsid"), "2\n"),
        (partition.join("dev"), "4001:8\n"),
        (partition.join("partition"), "1\n"),
    ] {
        fs::write(path, text).unwrap();
    }
    symlink(&controller, namespace.join("device")).unwrap();
    fs::create_dir_all(host.sys.join("dev/block")).unwrap();
    symlink(&namespace, host.sys.join("dev/block/4001:7")).unwrap();
    symlink(&partition, host.sys.join("dev/block/4001:8")).unwrap();
    (root, host)
}

fn number(minor: u64) -> DeviceNumber {
    DeviceNumber { major: 4001, minor }
}

const MEANT: Expected<'_> = Expected {
    serial: "A1",
    model: Some("Fast Drive"),
    nsid: 2,
};

#[test]
fn a_number_tells_namespace_and_drive() {
    let (_root, host) = host();
    let identity = Identity::of_number(number(7), &host).unwrap();
    assert_eq!(identity.device.name, "nvme3n2");
    assert_eq!(identity.check(&MEANT), Ok(()));
    let said = |expected: Expected<'_>| identity.check(&expected).unwrap_err().to_string();
    assert_eq!(
        said(Expected {
            serial: "B2",
            ..MEANT
        }),
        "it belongs to another namespace now: its serial is A1 and not B2"
    );
    assert!(said(Expected { nsid: 1, ..MEANT }).ends_with("its NSID is 2 and not 1"));
    assert!(
        said(Expected {
            model: Some("Slow"),
            ..MEANT
        })
        .ends_with("its model is Fast Drive and not Slow")
    );
    assert_eq!(
        identity.check(&Expected { model: None, ..MEANT }),
        Ok(()),
        "a caller may know no model"
    );
}

#[test]
fn a_partition_is_not_the_namespace() {
    let (_root, host) = host();
    let partition = Identity::of_number(number(8), &host).unwrap();
    assert_eq!(
        (partition.nsid, partition.serial.as_deref()),
        (Some(2), Some("A1"))
    );
    assert!(
        partition
            .check(&MEANT)
            .unwrap_err()
            .to_string()
            .contains("the partition /dev/nvme3n2p1")
    );
}

#[test]
fn what_the_kernel_does_not_know_or_says_wrongly_is_an_error() {
    let (_root, host) = host();
    assert!(Identity::of_number(number(9), &host).is_err());
    fs::write(host.sys.join("dev/block/4001:7/nsid"), "two\n").unwrap();
    assert!(
        Identity::of_number(number(7), &host)
            .unwrap_err()
            .to_string()
            .contains("\"two\"")
    );
    let file = tempfile::tempfile().unwrap();
    assert!(
        Identity::of(&file, &host)
            .unwrap_err()
            .to_string()
            .contains("not a block device")
    );
    assert!(check_generic(&file, &file, &host).is_err());
    assert_eq!(
        namespace_id_of(Path::new("/dev/null")),
        Some(libc::ENOTTY),
        "no namespace"
    );
}

fn namespace_id_of(path: &Path) -> Option<i32> {
    let file = File::open(path).unwrap();
    ioctl::namespace_id(&file).unwrap_err().raw_os_error()
}

#[test]
fn the_generic_device_is_found_beside_its_namespace_alone() {
    let (_root, host) = host();
    let device = Identity::of_number(number(7), &host).unwrap().device;
    let entry = host.sys.join("class/nvme-generic/ng3n2");
    fs::create_dir_all(&entry).unwrap();
    fs::write(entry.join("dev"), "241:5\n").unwrap();
    assert_eq!(generic_number(&device, &host), None, "of nobody knows whom");
    let other = host.sys.join("devices/pci0/nvme/nvme4");
    fs::create_dir_all(&other).unwrap();
    symlink(&other, entry.join("device")).unwrap();
    assert_eq!(generic_number(&device, &host), None, "of another controller");
    fs::remove_file(entry.join("device")).unwrap();
    symlink(host.sys.join("devices/pci0/nvme/nvme3"), entry.join("device")).unwrap();
    let expected = DeviceNumber { major: 241, minor: 5 };
    assert_eq!(generic_number(&device, &host), Some(expected));
}

#[test]
fn a_file_is_told_from_the_one_that_comes_after_it() {
    let root = tempfile::tempdir().unwrap();
    let path = root.path().join("file");
    let identity = || FileIdentity::of(&File::open(&path).unwrap()).unwrap();
    fs::write(&path, "first").unwrap();
    let first = identity();
    fs::write(&path, "changed").unwrap();
    assert_eq!(identity(), first, "what it holds does not matter");
    assert_eq!(first.to_string().parse(), Ok(first));
    // The grain of the kernel's clock is some milliseconds.
    std::thread::sleep(std::time::Duration::from_millis(50));
    fs::remove_file(&path).unwrap();
    fs::write(&path, "second").unwrap();
    assert_ne!(identity(), first);
    assert!(FileIdentity::of(&File::open(root.path()).unwrap()).is_err());
    let unborn: FileIdentity = "64769:131:-".parse().unwrap();
    assert!(!unborn.has_birth_time() && unborn.to_string() == "64769:131:-");
    for text in ["", "1:2", "1:2:3:4", "1:x:3", "1:2:"] {
        assert!(text.parse::<FileIdentity>().is_err(), "{text}");
    }
}
