//! What sits on a namespace: partitions, arrays, logical volumes, mappings, file systems, swap.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crosspoint_bench::host::{BlockDevice, DeviceNumber, Host};
use crosspoint_wire::{NamespaceMount, NamespaceUse, NamespaceUseKind};

/// Itself first, then everything on it, by name. Empty where the kernel does not say.
#[must_use]
pub fn uses_of(host: &Host, block_name: &str) -> Vec<NamespaceUse> {
    let Ok(disk) = host.device_named(block_name) else {
        return Vec::new();
    };
    let relatives = host.relatives(&disk).unwrap_or_default();
    let mut mounts = mounts(host, &relatives);
    let swaps: Vec<DeviceNumber> = swaps(host);
    let mut uses: Vec<NamespaceUse> = relatives
        .into_iter()
        .map(|device| NamespaceUse {
            kind: kind(&device, &disk),
            name: device
                .attribute("dm/name")
                .or_else(|| device.attribute("md/level")),
            size_bytes: device.size_bytes().unwrap_or_default().to_string(),
            mounts: mounts.remove(&device.number).unwrap_or_default(),
            swap: swaps.contains(&device.number),
            device: device.path(),
        })
        .collect();
    uses.sort_by_key(|one| (one.device != disk.path(), one.device.clone()));
    uses
}

fn kind(device: &BlockDevice, disk: &BlockDevice) -> NamespaceUseKind {
    let mapping = device.attribute("dm/uuid");
    match mapping.as_deref() {
        _ if device.number == disk.number => NamespaceUseKind::Disk,
        Some(uuid) if uuid.starts_with("LVM-") => NamespaceUseKind::Lvm,
        Some(uuid) if uuid.starts_with("CRYPT-") => NamespaceUseKind::Crypt,
        _ if device.directory.join("dm").exists() => NamespaceUseKind::DeviceMapper,
        _ if device.directory.join("md").exists() => NamespaceUseKind::Md,
        _ if device.is_partition() => NamespaceUseKind::Partition,
        _ => NamespaceUseKind::Other,
    }
}

/// Mounts by device.
fn mounts(host: &Host, devices: &BTreeSet<BlockDevice>) -> BTreeMap<DeviceNumber, Vec<NamespaceMount>> {
    let mut by_device: BTreeMap<_, Vec<NamespaceMount>> = BTreeMap::new();
    for (device, mount) in host.mounted_on(devices).unwrap_or_default() {
        by_device.entry(device.number).or_default().push(NamespaceMount {
            file_system: mount.file_system,
            path: mount.mount_point,
        });
    }
    by_device
}

fn swaps(host: &Host) -> Vec<DeviceNumber> {
    let areas: Vec<PathBuf> = host.swaps().unwrap_or_default();
    areas.iter().filter_map(|area| host.number_at(area)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::path::Path;

    fn write(path: &Path, text: &str) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// nvme0n1 with two partitions: the first mounted, the second under a logical volume that is swap.
    fn host(root: &Path) -> Host {
        let (sys, proc) = (root.join("sys"), root.join("proc"));
        let disk = sys.join("devices/nvme0n1");
        let volume = sys.join("devices/virtual/dm-0");
        for (directory, number) in [
            (&disk, "7001:0"),
            (&disk.join("nvme0n1p1"), "7001:1"),
            (&disk.join("nvme0n1p2"), "7001:2"),
            (&volume, "7002:0"),
        ] {
            write(&directory.join("dev"), number);
            write(&directory.join("size"), "2048\n");
            fs::create_dir_all(directory.join("holders")).unwrap();
            let link = sys.join("class/block").join(directory.file_name().unwrap());
            fs::create_dir_all(link.parent().unwrap()).unwrap();
            symlink(directory, link).unwrap();
        }
        write(&disk.join("nvme0n1p1/partition"), "1");
        write(&disk.join("nvme0n1p2/partition"), "2");
        symlink(&volume, disk.join("nvme0n1p2/holders/dm-0")).unwrap();
        write(&volume.join("dm/name"), "vault-swap\n");
        write(&volume.join("dm/uuid"), "LVM-abc\n");
        write(
            &proc.join("self/mountinfo"),
            "36 35 7001:1 / /data rw - xfs /dev/nvme0n1p1 rw\n",
        );
        write(
            &proc.join("swaps"),
            "Filename Type Size Used Priority\n/dev/dm-0 partition 1 0 -2\n",
        );
        Host { sys, proc }
    }

    #[test]
    fn names_what_is_stacked_on_a_namespace() {
        let root = tempfile::tempdir().unwrap();
        let uses = uses_of(&host(root.path()), "nvme0n1");
        let found: Vec<_> = uses
            .iter()
            .map(|one| (one.device.as_str(), one.kind, one.name.as_deref(), one.swap))
            .collect();
        let expected = [
            ("/dev/nvme0n1", NamespaceUseKind::Disk, None, false),
            ("/dev/dm-0", NamespaceUseKind::Lvm, Some("vault-swap"), true),
            ("/dev/nvme0n1p1", NamespaceUseKind::Partition, None, false),
            ("/dev/nvme0n1p2", NamespaceUseKind::Partition, None, false),
        ];
        assert_eq!(found, expected);
        let mount = NamespaceMount {
            file_system: "xfs".into(),
            path: "/data".into(),
        };
        assert_eq!(
            (uses[2].mounts.as_slice(), uses[2].size_bytes.as_str()),
            (&[mount][..], "1048576")
        );
        assert!(uses_of(&host(&root.path().join("other")), "nvme9n1").is_empty());
    }
}
