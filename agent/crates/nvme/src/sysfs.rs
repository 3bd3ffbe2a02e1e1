//! Controllers and namespaces as the kernel lists them under `/sys/class/nvme`. Reading these files never touches the
//! drive, so a drive that hangs cannot stall the enumeration; what can ([`Sysfs::complete`]) is apart from it.

mod namespaces;
mod place;

use std::collections::BTreeSet;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

pub use namespaces::Namespace;
pub use place::{Queues, chosen};

/// Controllers that are listed at most; the same limit as an inventory on the wire has.
const CONTROLLERS_MAX: usize = 1024;

/// One controller as the kernel has it now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Controller {
    /// Name of this boot, for example `nvme0`.
    pub name: String,
    /// Which of the devices that had this name one after the other.
    pub instance: Instance,
    /// Model, trimmed.
    pub model: String,
    /// Serial number, trimmed, letter case kept.
    pub serial: String,
    /// Firmware revision.
    pub firmware: String,
    /// `pcie`, `tcp`, `rdma`, `fc`, `loop`.
    pub transport: String,
    /// State of the kernel's driver, for example `live`, `resetting`, `dead`.
    pub state: String,
    /// PCI address (`0000:5e:00.0`) for transport `pcie`, else the fabric's address.
    pub address: String,
    /// Controller id within its subsystem.
    pub controller_id: Option<u16>,
    /// Subsystem NQN.
    pub subsystem_nqn: String,
    /// NUMA node; -1 where the platform has none.
    pub numa_node: Option<i32>,
    /// PCI vendor.
    pub pci_vendor_id: Option<u16>,
    /// Link speed now, in the kernel's words (`8.0 GT/s PCIe`).
    pub link_speed: Option<String>,
    /// Lanes now.
    pub link_width: Option<u8>,
    /// Highest speed of the device.
    pub max_link_speed: Option<String>,
    /// Lanes of the device.
    pub max_link_width: Option<u8>,
    /// Name of the slot that it is plugged into, where the platform tells (`/sys/bus/pci/slots`).
    pub slot: Option<String>,
    /// Its I/O queues; absent while it has no namespace, and before [`Sysfs::complete`].
    pub queues: Option<Queues>,
    /// Its namespaces, by number.
    pub namespaces: Vec<Namespace>,
    /// Why there may be more of them, where that is so.
    pub namespaces_missing: Option<String>,
}

/// A device for as long as it is plugged in: the inode of its directory, which the kernel makes anew for each. What is read
/// through a name is this device's only if the name still is the same instance's afterwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instance(u64);

impl Instance {
    fn of(directory: &Path) -> Option<Self> {
        let metadata = std::fs::metadata(directory).ok()?;
        Some(Self(metadata.ino()))
    }
}

impl Controller {
    /// The controller's character device, for example `/dev/nvme0`.
    #[must_use]
    pub fn device_path(&self) -> String {
        format!("/dev/{}", self.name)
    }

    /// Takes over what [`Sysfs::complete`] said of it before.
    pub fn take_over(&mut self, before: &Self) {
        self.queues.clone_from(&before.queues);
        for namespace in &mut self.namespaces {
            let mut own = before.namespaces.iter().filter(|one| one.nsid == namespace.nsid);
            namespace.scheduler = own.next().and_then(|one| one.scheduler.clone());
        }
    }
}

/// Where the kernel's lists are; another root for tests.
#[derive(Debug, Clone)]
pub struct Sysfs {
    root: PathBuf,
}

impl Default for Sysfs {
    fn default() -> Self {
        Self::new("/sys")
    }
}

impl Sysfs {
    /// Reads below this directory instead of `/sys`.
    #[must_use]
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// The directory that stands for `/sys`.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Names of controllers and namespaces with what has them, for a quick look whether any came or went.
    #[must_use]
    pub fn names(&self) -> BTreeSet<(String, Option<Instance>)> {
        let all = ["class/nvme", "class/block"].map(|class| {
            let class = self.root.join(class);
            let names = entry_names(&class).into_iter();
            let names = names.filter(|name| name.starts_with("nvme"));
            names
                .map(|name| {
                    let instance = Instance::of(&class.join(&name));
                    (name, instance)
                })
                .collect::<Vec<_>>()
        });
        all.into_iter().flatten().collect()
    }

    /// Whether a controller's name still stands for it. If so after something was read through the name, it was read of this
    /// controller; a file system that gives an inode twice is told by the serial.
    #[must_use]
    pub fn is_still_there(&self, controller: &Controller) -> bool {
        let directory = self.root.join("class/nvme").join(&controller.name);
        Instance::of(&directory) == Some(controller.instance)
            && attribute(&directory, "serial").as_ref() == Some(&controller.serial)
            && attribute(&directory, "model").as_ref() == Some(&controller.model)
    }

    /// Lists the controllers, by number. A host without NVMe has none; a controller that disappears while it is read is left out.
    #[must_use]
    pub fn controllers(&self) -> Vec<Controller> {
        let class = self.root.join("class/nvme");
        let mut names: Vec<(u32, String)> = entry_names(&class)
            .into_iter()
            .filter_map(|name| Some((name.strip_prefix("nvme")?.parse().ok()?, name)))
            .collect();
        names.sort();
        names.truncate(CONTROLLERS_MAX);
        names
            .into_iter()
            .filter_map(|(_, name)| self.controller(&class.join(&name), name))
            .collect()
    }

    /// Adds queues and schedulers. The kernel answers these under a lock that it also holds while it waits for the drive:
    /// of one that hangs, this may never return.
    pub fn complete(&self, controller: &mut Controller) {
        let directory = self.root.join("class/nvme").join(&controller.name);
        controller.queues = place::queues(&self.root, &directory);
        for entry in entry_names(&directory) {
            let name = namespaces::block_name(&controller.name, &entry);
            let mut namespaces = controller.namespaces.iter_mut();
            if let Some(namespace) = namespaces.find(|namespace| Some(&namespace.block_name) == name.as_ref())
            {
                let scheduler = attribute(&directory.join(&entry), "queue/scheduler");
                namespace.scheduler = scheduler.map(|all| place::chosen(&all));
            }
        }
    }

    fn controller(&self, directory: &Path, name: String) -> Option<Controller> {
        let instance = Instance::of(directory)?;
        let model = attribute(directory, "model")?;
        let address = attribute(directory, "address").unwrap_or_default();
        let device = directory.join("device");
        let number = |attribute_name| attribute(&device, attribute_name)?.parse().ok();
        let (namespaces, namespaces_missing) = namespaces::list(directory, &name);
        Some(Controller {
            instance,
            model,
            serial: attribute(directory, "serial")?,
            firmware: attribute(directory, "firmware_rev").unwrap_or_default(),
            transport: attribute(directory, "transport").unwrap_or_else(|| "unknown".to_owned()),
            state: attribute(directory, "state").unwrap_or_default(),
            slot: place::slot(&self.root, &address),
            queues: None,
            address,
            controller_id: attribute(directory, "cntlid").and_then(|text| text.parse().ok()),
            subsystem_nqn: attribute(directory, "subsysnqn").unwrap_or_default(),
            numa_node: attribute(directory, "numa_node")
                .or_else(|| attribute(&device, "numa_node"))
                .and_then(|text| text.parse().ok()),
            pci_vendor_id: attribute(&device, "vendor").and_then(|text| hexadecimal(&text)),
            link_speed: attribute(&device, "current_link_speed"),
            link_width: number("current_link_width"),
            max_link_speed: attribute(&device, "max_link_speed"),
            max_link_width: number("max_link_width"),
            namespaces,
            namespaces_missing,
            name,
        })
    }
}

fn entry_names(directory: &Path) -> Vec<String> {
    names_in(directory).unwrap_or_default()
}

/// Names that are not text are nobody's of ours.
fn names_in(directory: &Path) -> std::io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in directory.read_dir()? {
        names.extend(entry?.file_name().into_string().ok());
    }
    Ok(names)
}

/// A one-line attribute, trimmed; absent where the kernel does not have it or has nothing in it.
fn attribute(directory: &Path, name: &str) -> Option<String> {
    let text = std::fs::read(directory.join(name)).ok()?;
    let text = String::from_utf8_lossy(&text).trim().to_owned();
    (!text.is_empty()).then_some(text)
}

fn hexadecimal(text: &str) -> Option<u16> {
    u16::from_str_radix(text.strip_prefix("0x").unwrap_or(text), 16).ok()
}

#[cfg(test)]
mod tests {
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
}
