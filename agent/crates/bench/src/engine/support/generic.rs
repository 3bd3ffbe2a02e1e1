//! The generic device of a namespace, which passthrough sends its commands to.

use super::transfers::{check_format, check_size};
use super::unsupported::unsupported;
use crate::engine::kernel::{Namespace, SetupError, identify_format};
use crate::host::Host;
use crate::node;
use crate::target::Target;
use crate::workload::Workload;
use std::fs::{File, OpenOptions};
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;

/// The path of the generic device of the target's namespace, and the namespace.
pub(super) fn find_generic(target: &Target, host: &Host) -> Result<(PathBuf, Namespace), SetupError> {
    let no_namespace = || {
        unsupported(
            format!("{} is not an NVMe namespace", target.path().display()),
            "passthrough needs the block device of a whole namespace, such as /dev/nvme0n1",
        )
    };
    let device = target
        .device()
        .filter(|device| !device.is_partition())
        .ok_or_else(no_namespace)?;
    let suffix = device.name.strip_prefix("nvme").ok_or_else(no_namespace)?;
    let id = device
        .attribute("nsid")
        .and_then(|nsid| nsid.parse().ok())
        .ok_or_else(no_namespace)?;
    if node::generic_number(device, host).is_none() {
        return Err(unsupported(
            format!("the kernel has no generic device for {}", target.path().display()),
            "it needs Linux 5.19 or later, and no native multipath (nvme_core.multipath=0)",
        ));
    }
    let namespace = Namespace {
        id,
        logical_block_bytes: target.logical_block_bytes(),
    };
    Ok((PathBuf::from(format!("/dev/ng{suffix}")), namespace))
}

/// Opens the generic device of the target's namespace. The guard's exclusive hold on the block device stays: the two are
/// one namespace, which is made sure of by what was opened, not by its name.
pub(super) fn open_generic(
    target: &Target,
    workload: &Workload,
    host: &Host,
) -> Result<(File, Namespace), SetupError> {
    let (path, namespace) = find_generic(target, host)?;
    let file = OpenOptions::new()
        .read(true)
        .write(workload.directions().write)
        .custom_flags(libc::O_NOFOLLOW)
        .open(&path)
        .map_err(|source| SetupError::Prevented {
            errno: source.raw_os_error(),
            what: format!("{} cannot be opened: {source}", path.display()),
            remedy: "run it as root".into(),
        })?;
    node::check_generic(&file, target.file(), host).map_err(|error| SetupError::Prevented {
        what: format!(
            "{} is not the generic device of {}: {error}",
            path.display(),
            target.path().display()
        ),
        remedy: "the device changed meanwhile, or somebody created this node: check /dev and try again"
            .into(),
        errno: error.raw_os_error(),
    })?;
    if let Some(device) = target.device() {
        check_format(device, namespace.logical_block_bytes, || {
            identify_format(&file, namespace)
        })?;
        check_size(device, workload)?;
    }
    Ok((file, namespace))
}
