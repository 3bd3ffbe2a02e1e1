//! The namespaces of a controller.

use std::path::Path;

use super::attribute::{attribute, names_in};

/// Namespaces of a controller that are listed at most.
const NAMESPACES_MAX: usize = 128;

/// One namespace as the kernel has it now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Namespace {
    /// Namespace identifier, not to be confused with the number in the kernel's name.
    pub nsid: u32,
    /// Name of the block device to use, for example `nvme0n1`, also where multipath hides `nvme0c0n1` behind it.
    pub block_name: String,
    /// Size in bytes by the kernel.
    pub size_bytes: u64,
    /// The I/O scheduler in use; absent before [`super::Sysfs::complete`].
    pub scheduler: Option<String>,
}

/// The namespaces, and why there may be more: what is not listed here is nothing that anybody looked at.
pub(super) fn list(directory: &Path, controller: &str) -> (Vec<Namespace>, Option<String>) {
    let entries = match names_in(directory) {
        Ok(entries) => entries,
        Err(error) => return (Vec::new(), Some(format!("{}: {error}", directory.display()))),
    };
    let mut missing = None;
    let mut namespaces = Vec::new();
    for entry in entries {
        let Some(block_name) = block_name(controller, &entry) else {
            continue;
        };
        match namespace(&directory.join(&entry), block_name) {
            Some(namespace) => namespaces.push(namespace),
            None => missing = Some(format!("the kernel does not say what {entry} is")),
        }
    }
    namespaces.sort_by_key(|namespace| namespace.nsid);
    if namespaces.len() > NAMESPACES_MAX {
        missing = Some(format!("it has more than {NAMESPACES_MAX}"));
        namespaces.truncate(NAMESPACES_MAX);
    }
    (namespaces, missing)
}

fn namespace(attributes: &Path, block_name: String) -> Option<Namespace> {
    let sectors: u64 = attribute(&attributes.join("size"))?.parse().ok()?;
    Some(Namespace {
        nsid: attribute(&attributes.join("nsid"))?.parse().ok()?,
        size_bytes: sectors.checked_mul(512)?,
        scheduler: None,
        block_name,
    })
}

/// `nvme0n1` is its own block device. With native multipath the controller has the hidden `nvme0c1n1`, and the
/// device to use is `nvme0n1`, where the first number is the subsystem's, not the controller's.
pub(super) fn block_name(controller: &str, entry: &str) -> Option<String> {
    let (head, instance) = entry.strip_prefix("nvme")?.rsplit_once('n')?;
    instance.parse::<u32>().ok()?;
    let Some((subsystem, path_controller)) = head.split_once('c') else {
        return entry
            .strip_prefix(controller)?
            .starts_with('n')
            .then(|| entry.to_owned());
    };
    subsystem.parse::<u32>().ok()?;
    path_controller.parse::<u32>().ok()?;
    Some(format!("nvme{subsystem}n{instance}"))
}

#[cfg(test)]
mod tests {
    use super::super::Sysfs;
    use super::super::tests::{fixture, write};

    #[test]
    fn says_when_it_does_not_list_every_namespace() {
        let root = fixture();
        let nvme10 = root.path().join("class/nvme/nvme10");
        let listed = || {
            let controller = Sysfs::new(root.path()).controllers().remove(1);
            (controller.namespaces.len(), controller.namespaces_missing)
        };
        assert_eq!(listed(), (1, None));
        write(&nvme10.join("nvme10n2"), &[("nsid", "2")]);
        let unsaid = Some("the kernel does not say what nvme10n2 is".to_owned());
        assert_eq!(listed(), (1, unsaid), "without a size");
        for number in 2..=128u32 {
            let directory = nvme10.join(format!("nvme10n{number}"));
            write(&directory, &[("nsid", &number.to_string()), ("size", "8")]);
        }
        assert_eq!(listed(), (128, None));
        write(&nvme10.join("nvme10n129"), &[("nsid", "129"), ("size", "8")]);
        assert_eq!(listed(), (128, Some("it has more than 128".to_owned())));
    }
}
