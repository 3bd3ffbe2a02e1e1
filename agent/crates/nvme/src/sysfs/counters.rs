//! What the kernel counts of a controller and of its link. Reading it touches no drive.

use std::path::Path;

use super::attribute::{entry_names, stated};
use super::{Controller, Sysfs, namespaces};

/// Counters of the kernel's driver (Linux 7.2 and newer); an older kernel has none of them, which is not zero.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct KernelCounters {
    /// How often the kernel restarted the controller.
    pub resets: Option<u64>,
    /// Commands that failed, and those that were repeated, over all namespaces.
    pub failed_commands: Option<u64>,
}

/// PCI Express Advanced Error Reporting of one end of a link.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LinkErrors {
    /// Corrected: packets were repeated.
    pub correctable: u64,
    /// A transaction was lost.
    pub non_fatal: u64,
    /// The link was.
    pub fatal: u64,
}

impl Sysfs {
    /// What the kernel counts of a controller.
    ///
    /// # Errors
    /// If it has a counter and does not tell it, in words.
    pub fn kernel_counters(&self, controller: &Controller) -> Result<KernelCounters, String> {
        let directory = self.root().join("class/nvme").join(&controller.name);
        let mut failed = None;
        for entry in entry_names(&directory) {
            if namespaces::block_name(&controller.name, &entry).is_none() {
                continue;
            }
            // With multipath these are the controller's own paths, not the device above them.
            for name in ["command_error_count", "command_retries_count"] {
                if let Some(count) = number_in(&directory.join(&entry).join("diag").join(name))? {
                    failed = Some(failed.unwrap_or(0u64).saturating_add(count));
                }
            }
        }
        Ok(KernelCounters {
            resets: number_in(&directory.join("diag/reset_count"))?,
            failed_commands: failed,
        })
    }

    /// Errors at the drive's end of its link; absent where the kernel does not count them, as where the firmware handles them.
    ///
    /// # Errors
    /// If it counts and does not tell, in words.
    pub fn link_errors(&self, controller: &Controller) -> Result<Option<LinkErrors>, String> {
        link_errors(&self.device_of(controller))
    }

    /// The same of the port above the drive, which on some hosts counts alone.
    ///
    /// # Errors
    /// The same.
    pub fn port_errors(&self, controller: &Controller) -> Result<Option<LinkErrors>, String> {
        let device = self.device_of(controller).canonicalize().ok();
        // A root complex above it has no such files.
        device
            .as_deref()
            .and_then(Path::parent)
            .map_or(Ok(None), link_errors)
    }

    /// Identifiers of the controller's namespaces whose block devices take no writes.
    ///
    /// # Errors
    /// If that cannot be found out, in words.
    pub fn read_only_namespaces(&self, controller: &Controller) -> Result<Vec<u32>, String> {
        let mut read_only = Vec::new();
        for namespace in &controller.namespaces {
            let path = self.root().join("class/block").join(&namespace.block_name);
            if number_in(&path.join("ro"))?.is_some_and(|flag| flag != 0) {
                read_only.push(namespace.nsid);
            }
        }
        Ok(read_only)
    }

    fn device_of(&self, controller: &Controller) -> std::path::PathBuf {
        self.root()
            .join("class/nvme")
            .join(&controller.name)
            .join("device")
    }
}

fn link_errors(device: &Path) -> Result<Option<LinkErrors>, String> {
    let total = |file: &str, name: &str| total_in(&device.join(file), name);
    let Some(correctable) = total("aer_dev_correctable", "TOTAL_ERR_COR")? else {
        return Ok(None);
    };
    Ok(Some(LinkErrors {
        correctable,
        non_fatal: total("aer_dev_nonfatal", "TOTAL_ERR_NONFATAL")?.unwrap_or_default(),
        fatal: total("aer_dev_fatal", "TOTAL_ERR_FATAL")?.unwrap_or_default(),
    }))
}

/// The line of that name: a kind of error and its count in each.
fn total_in(path: &Path, name: &str) -> Result<Option<u64>, String> {
    let Some(text) = stated(path).map_err(|error| error.to_string())? else {
        return Ok(None);
    };
    let total = text
        .lines()
        .find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
    total
        .map(Some)
        .ok_or_else(|| format!("{}: it has no {name}", path.display()))
}

fn number_in(path: &Path) -> Result<Option<u64>, String> {
    let Some(text) = stated(path).map_err(|error| error.to_string())? else {
        return Ok(None);
    };
    text.parse()
        .map(Some)
        .map_err(|_| format!("{}: \"{text:.40}\" is no number", path.display()))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{fixture, write};
    use super::*;
    use std::fs;

    fn controller(root: &Path, name: &str) -> Controller {
        let mut all = Sysfs::new(root).controllers().into_iter();
        all.find(|one| one.name == name).unwrap()
    }

    #[test]
    fn a_kernel_that_does_not_count_says_nothing_and_not_zero() {
        let root = fixture();
        let sysfs = Sysfs::new(root.path());
        let nvme10 = controller(root.path(), "nvme10");
        assert_eq!(sysfs.kernel_counters(&nvme10), Ok(KernelCounters::default()));
        assert_eq!(
            (sysfs.link_errors(&nvme10), sysfs.port_errors(&nvme10)),
            (Ok(None), Ok(None))
        );
    }

    #[test]
    fn counters_of_all_namespaces_are_added_up_also_behind_multipath() {
        let root = fixture();
        let sysfs = Sysfs::new(root.path());
        let nvme2 = root.path().join("class/nvme/nvme2");
        write(&nvme2.join("diag"), &[("reset_count", "3")]);
        write(
            &nvme2.join("nvme0c2n1/diag"),
            &[("command_error_count", "1"), ("command_retries_count", "10")],
        );
        write(&nvme2.join("nvme0c2n2/diag"), &[("command_error_count", "100")]);
        write(&nvme2.join("hwmon3/diag"), &[("command_error_count", "7000")]);
        let expected = KernelCounters {
            resets: Some(3),
            failed_commands: Some(111),
        };
        assert_eq!(
            sysfs.kernel_counters(&controller(root.path(), "nvme2")),
            Ok(expected)
        );
        write(&nvme2.join("diag"), &[("reset_count", "many")]);
        let reason = sysfs
            .kernel_counters(&controller(root.path(), "nvme2"))
            .unwrap_err();
        assert!(reason.contains("\"many\" is no number"), "{reason}");
    }

    #[test]
    fn both_ends_of_the_link_are_told_apart() {
        let root = fixture();
        let sysfs = Sysfs::new(root.path());
        let nvme10 = controller(root.path(), "nvme10");
        let pci = root.path().join("devices/pci0000:5d/0000:5e:00.0");
        let lines = |total: u64, name: &str| format!("RxErr 1\nBadTLP {total}\n{name} {total}");
        write(
            &pci,
            &[
                ("aer_dev_correctable", &lines(12, "TOTAL_ERR_COR")),
                ("aer_dev_nonfatal", &lines(2, "TOTAL_ERR_NONFATAL")),
                ("aer_dev_fatal", &lines(1, "TOTAL_ERR_FATAL")),
            ],
        );
        let errors = |correctable, non_fatal, fatal| LinkErrors {
            correctable,
            non_fatal,
            fatal,
        };
        assert_eq!(sysfs.link_errors(&nvme10), Ok(Some(errors(12, 2, 1))));
        assert_eq!(sysfs.port_errors(&nvme10), Ok(None));
        let port = pci.parent().unwrap();
        write(port, &[("aer_dev_correctable", &lines(5, "TOTAL_ERR_COR"))]);
        assert_eq!(sysfs.port_errors(&nvme10), Ok(Some(errors(5, 0, 0))));
        fs::write(pci.join("aer_dev_correctable"), "RxErr 1\n").unwrap();
        assert!(
            sysfs
                .link_errors(&nvme10)
                .unwrap_err()
                .contains("has no TOTAL_ERR_COR")
        );
    }

    #[test]
    fn a_namespace_is_read_only_by_the_block_device_that_is_used() {
        let root = fixture();
        let sysfs = Sysfs::new(root.path());
        let nvme2 = controller(root.path(), "nvme2");
        assert_eq!(sysfs.read_only_namespaces(&nvme2), Ok(vec![]));
        let block = |name: &str| root.path().join("class/block").join(name);
        write(&block("nvme0n1"), &[("ro", "0")]);
        write(&block("nvme0n2"), &[("ro", "1")]);
        assert_eq!(sysfs.read_only_namespaces(&nvme2), Ok(vec![12]));
    }
}
