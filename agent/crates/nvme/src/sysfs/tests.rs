use super::*;
use std::os::unix::fs::symlink;

pub(super) fn write(directory: &Path, files: &[(&str, &str)]) {
    std::fs::create_dir_all(directory).unwrap();
    for (name, content) in files {
        std::fs::write(directory.join(name), format!("{content}\n")).unwrap();
    }
}

/// `/sys` with the controllers nvme10 (one namespace) and nvme2 (multipath, two namespaces), linked as the kernel does.
pub(super) fn fixture() -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    let pci = root.path().join("devices/pci0000:5d/0000:5e:00.0");
    write(
        &pci,
        &[
            ("vendor", "0x8086"),
            ("current_link_speed", "2.5 GT/s PCIe"),
            ("current_link_width", "2"),
            ("max_link_speed", "8.0 GT/s PCIe"),
            ("max_link_width", "4"),
            ("numa_node", "-1"),
        ],
    );
    let common = [
        ("transport", "pcie"),
        ("address", "0000:5e:00.0"),
        ("cntlid", "7"),
        ("state", "live"),
    ];
    for (name, serial) in [("nvme10", "PHKS7335006W375AGN  "), ("nvme2", "s3Ab")] {
        let directory = pci.join("nvme").join(name);
        write(&directory, &common);
        write(
            &directory,
            &[
                ("model", "INTEL SSDPED1K375GA   "),
                ("serial", serial),
                ("firmware_rev", "E2010325"),
            ],
        );
        symlink(&pci, directory.join("device")).unwrap();
        std::fs::create_dir_all(root.path().join("class/nvme")).unwrap();
        symlink(&directory, root.path().join("class/nvme").join(name)).unwrap();
    }
    let nvme10 = pci.join("nvme/nvme10");
    write(&nvme10.join("nvme10n1"), &[("nsid", "1"), ("size", "732585168")]);
    write(
        &nvme10.join("nvme10n1/queue"),
        &[("scheduler", "none [mq-deadline] kyber")],
    );
    write(&nvme10.join("hwmon3"), &[("name", "nvme")]);
    write(&nvme10.join("ng10n1"), &[("dev", "242:0")]);
    let nvme2 = pci.join("nvme/nvme2");
    write(&nvme2.join("nvme0c2n2"), &[("nsid", "12"), ("size", "16")]);
    write(&nvme2.join("nvme0c2n1"), &[("nsid", "5"), ("size", "8")]);
    write(&nvme2, &[("numa_node", "1")]);
    root
}

#[test]
fn lists_controllers_by_number_with_their_place_and_link() {
    let root = fixture();
    let controllers = Sysfs::new(root.path()).controllers();
    assert_eq!(
        controllers
            .iter()
            .map(|one| one.name.as_str())
            .collect::<Vec<_>>(),
        ["nvme2", "nvme10"]
    );
    let expected = Controller {
        name: "nvme10".into(),
        instance: Instance::of(&root.path().join("class/nvme/nvme10")).unwrap(),
        model: "INTEL SSDPED1K375GA".into(),
        serial: "PHKS7335006W375AGN".into(),
        firmware: "E2010325".into(),
        transport: "pcie".into(),
        state: "live".into(),
        address: "0000:5e:00.0".into(),
        controller_id: Some(7),
        subsystem_nqn: String::new(),
        numa_node: Some(-1),
        pci_vendor_id: Some(0x8086),
        link_speed: Some("2.5 GT/s PCIe".into()),
        link_width: Some(2),
        max_link_speed: Some("8.0 GT/s PCIe".into()),
        max_link_width: Some(4),
        slot: None,
        queues: None,
        // 732 585 168 sectors of 512 bytes.
        namespaces: vec![Namespace {
            nsid: 1,
            block_name: "nvme10n1".into(),
            size_bytes: 375_083_606_016,
            scheduler: Some("mq-deadline".into()),
        }],
        namespaces_missing: None,
    };
    let mut found = controllers[1].clone();
    assert_eq!(found.namespaces[0].scheduler, None, "not without being asked");
    Sysfs::new(root.path()).complete(&mut found);
    assert_eq!(found, expected);
}

#[test]
fn names_the_usable_device_of_a_multipath_namespace_and_its_real_nsid() {
    let root = fixture();
    let controllers = Sysfs::new(root.path()).controllers();
    let namespaces: Vec<_> = controllers[0]
        .namespaces
        .iter()
        .map(|one| (one.nsid, one.block_name.as_str()))
        .collect();
    assert_eq!(namespaces, [(5, "nvme0n1"), (12, "nvme0n2")]);
    assert_eq!(
        (controllers[0].serial.as_str(), controllers[0].numa_node),
        ("s3Ab", Some(1))
    );
}

#[test]
fn a_name_that_another_controller_got_is_told_from_the_one_that_had_it() {
    let root = fixture();
    let sysfs = Sysfs::new(root.path());
    let (before, names) = (sysfs.controllers().remove(1), sysfs.names());
    assert!(sysfs.is_still_there(&before));
    assert_eq!(sysfs.names(), names);
    let (directory, away) = (root.path().join("class/nvme/nvme10"), root.path().join("away"));
    // Beside it, so that the inode is another.
    std::fs::rename(&directory, &away).unwrap();
    assert!(!sysfs.is_still_there(&before), "pulled");
    std::fs::create_dir(&directory).unwrap();
    for attribute in ["serial", "model"] {
        std::fs::copy(away.join(attribute), directory.join(attribute)).unwrap();
    }
    assert!(!sysfs.is_still_there(&before), "plugged in again");
    assert_ne!(sysfs.names(), names);
    std::fs::remove_dir_all(&directory).unwrap();
    std::fs::rename(&away, &directory).unwrap();
    assert!(sysfs.is_still_there(&before));
    std::fs::write(directory.join("serial"), "OTHER").unwrap();
    assert!(!sysfs.is_still_there(&before), "an inode that was used again");
}

#[test]
fn a_host_without_nvme_has_no_controllers() {
    assert!(Sysfs::new("/nonexistent").controllers().is_empty());
}

#[test]
fn a_controller_that_disappears_while_it_is_read_is_left_out() {
    let root = fixture();
    std::fs::create_dir_all(root.path().join("class/nvme/nvme3")).unwrap();
    assert_eq!(Sysfs::new(root.path()).controllers().len(), 2);
}
