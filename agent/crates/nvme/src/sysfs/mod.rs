//! Controllers and namespaces as the kernel lists them under `/sys/class/nvme`. Reading these files never touches the
//! drive, so a drive that hangs cannot stall the enumeration; what can ([`Sysfs::complete`]) is apart from it.

mod attribute;
mod controller;
mod counters;
mod namespaces;
mod place;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

pub use attribute::{attribute, stated};
pub use controller::{Controller, Instance};
pub use counters::{KernelCounters, LinkErrors};
pub use namespaces::Namespace;
pub use place::{Queues, chosen};

use attribute::entry_names;

/// Controllers that are listed at most; the same limit as an inventory on the wire has.
const CONTROLLERS_MAX: usize = 1024;

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
            && attribute(&directory.join("serial")).as_ref() == Some(&controller.serial)
            && attribute(&directory.join("model")).as_ref() == Some(&controller.model)
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
                let scheduler = attribute(&directory.join(&entry).join("queue/scheduler"));
                namespace.scheduler = scheduler.map(|all| place::chosen(&all));
            }
        }
    }

    fn controller(&self, directory: &Path, name: String) -> Option<Controller> {
        let instance = Instance::of(directory)?;
        let model = attribute(&directory.join("model"))?;
        let address = attribute(&directory.join("address")).unwrap_or_default();
        let device = directory.join("device");
        let number = |attribute_name| attribute(&device.join(attribute_name))?.parse().ok();
        let (namespaces, namespaces_missing) = namespaces::list(directory, &name);
        Some(Controller {
            instance,
            model,
            serial: attribute(&directory.join("serial"))?,
            firmware: attribute(&directory.join("firmware_rev")).unwrap_or_default(),
            transport: attribute(&directory.join("transport")).unwrap_or_else(|| "unknown".to_owned()),
            state: attribute(&directory.join("state")).unwrap_or_default(),
            slot: place::slot(&self.root, &address),
            queues: None,
            address,
            controller_id: attribute(&directory.join("cntlid")).and_then(|text| text.parse().ok()),
            subsystem_nqn: attribute(&directory.join("subsysnqn")).unwrap_or_default(),
            numa_node: attribute(&directory.join("numa_node"))
                .or_else(|| attribute(&device.join("numa_node")))
                .and_then(|text| text.parse().ok()),
            pci_vendor_id: attribute(&device.join("vendor")).and_then(|text| hexadecimal(&text)),
            link_speed: attribute(&device.join("current_link_speed")),
            link_width: number("current_link_width"),
            max_link_speed: attribute(&device.join("max_link_speed")),
            max_link_width: number("max_link_width"),
            namespaces,
            namespaces_missing,
            name,
        })
    }
}

fn hexadecimal(text: &str) -> Option<u16> {
    u16::from_str_radix(text.strip_prefix("0x").unwrap_or(text), 16).ok()
}

#[cfg(test)]
mod tests;
