//! What is served to other hosts.

use super::FakeHost;
use crate::guard::*;
use std::fs;
use std::os::unix::fs::symlink;

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
