//! What one NVMe command may move: past the block layer nobody splits one that is too large for the drive, or supplies the metadata
//! of its blocks.

use super::unsupported::unsupported;
use crate::engine::kernel::SetupError;
use crate::host::BlockDevice;
use crate::quantity::format_bytes;
use crate::workload::Workload;
use crosspoint_nvme::decode::LbaFormat;
use std::io;

/// The file of sysfs that says how much metadata a block has. Linux has it from 6.8 on.
const METADATA_BYTES: &str = "metadata_bytes";

/// Whether the blocks of `device` consist of data alone. Where the kernel does not say it, `identify` asks the drive: a command
/// without metadata for a namespace that has them makes the drive read or write them at any place in memory.
pub(super) fn check_format(
    device: &BlockDevice,
    logical_block_bytes: u32,
    identify: impl FnOnce() -> io::Result<LbaFormat>,
) -> Result<(), SetupError> {
    let metadata_bytes = match number(device, METADATA_BYTES) {
        Some(bytes) => bytes,
        None => identified_metadata(device, logical_block_bytes, identify)?,
    };
    if metadata_bytes > 0 {
        return Err(unsupported(
            format!(
                "{} is formatted with {metadata_bytes} bytes of metadata per block, which passthrough would have to supply",
                device.path()
            ),
            "choose --engine io_uring",
        ));
    }
    Ok(())
}

fn identified_metadata(
    device: &BlockDevice,
    logical_block_bytes: u32,
    identify: impl FnOnce() -> io::Result<LbaFormat>,
) -> Result<u64, SetupError> {
    let format = identify().map_err(|source| SetupError::Prevented {
        errno: source.raw_os_error(),
        what: format!(
            "could not determine whether {} is formatted with metadata: this kernel does not say, and Identify Namespace failed \
             ({source})",
            device.path()
        ),
        remedy: "run it as root, on Linux 6.8 or later, or choose --engine io_uring".into(),
    })?;
    if format.data_bytes != u64::from(logical_block_bytes) {
        return Err(unsupported(
            format!(
                "{} has blocks of {logical_block_bytes} bytes for the kernel and of {} for the drive",
                device.path(),
                format.data_bytes
            ),
            "the kernel has not noticed a format: rescan the namespace (nvme ns-rescan), or choose --engine io_uring",
        ));
    }
    Ok(format.metadata_bytes.into())
}

/// Whether one command may move the largest block of `workload`.
pub(super) fn check_size(device: &BlockDevice, workload: &Workload) -> Result<(), SetupError> {
    let largest = workload
        .streams()
        .iter()
        .map(|stream| u64::from(stream.block_bytes_max()))
        .max();
    match (largest, number(device, "queue/max_hw_sectors_kb")) {
        (Some(largest), Some(limit_kib)) if largest > limit_kib * 1024 => Err(unsupported(
            format!(
                "one command of this drive moves at most {}",
                format_bytes(limit_kib * 1024)
            ),
            "give a smaller --bs, or choose --engine io_uring, which splits",
        )),
        _ => Ok(()),
    }
}

fn number(device: &BlockDevice, attribute: &str) -> Option<u64> {
    device.attribute(attribute)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::DeviceNumber;
    use std::fs;

    /// A namespace as a kernel shows it, with this in `metadata_bytes`.
    fn namespace(metadata_bytes: Option<&str>) -> (tempfile::TempDir, BlockDevice) {
        let directory = tempfile::tempdir().unwrap();
        if let Some(text) = metadata_bytes {
            fs::write(directory.path().join(METADATA_BYTES), text).unwrap();
        }
        let device = BlockDevice {
            name: "nvme0n1".into(),
            directory: directory.path().to_owned(),
            number: DeviceNumber { major: 259, minor: 0 },
        };
        (directory, device)
    }

    fn format(data_bytes: u64, metadata_bytes: u16) -> io::Result<LbaFormat> {
        Ok(LbaFormat {
            index: 0,
            data_bytes,
            metadata_bytes,
            relative_performance: 0,
        })
    }

    fn refusal(metadata_bytes: Option<&str>, identified: io::Result<LbaFormat>) -> String {
        let (_directory, device) = namespace(metadata_bytes);
        let outcome = check_format(&device, 4096, || identified);
        outcome.err().map(|error| error.to_string()).unwrap_or_default()
    }

    fn not_asked() -> io::Result<LbaFormat> {
        Err(io::Error::other("nobody is to ask"))
    }

    #[test]
    fn a_kernel_that_tells_the_metadata_is_believed() {
        assert_eq!(refusal(Some("0\n"), not_asked()), "");
        assert_eq!(
            refusal(Some("8\n"), not_asked()),
            "/dev/nvme0n1 is formatted with 8 bytes of metadata per block, which passthrough would have to supply"
        );
    }

    #[test]
    fn where_the_kernel_does_not_tell_the_drive_is_asked() {
        assert_eq!(refusal(None, format(4096, 0)), "");
        assert!(refusal(None, format(4096, 8)).contains("formatted with 8 bytes of metadata"));
        assert!(refusal(Some("?\n"), format(4096, 8)).contains("formatted with 8 bytes of metadata"));
        assert_eq!(
            refusal(None, format(512, 0)),
            "/dev/nvme0n1 has blocks of 4096 bytes for the kernel and of 512 for the drive"
        );
    }

    #[test]
    fn what_cannot_be_found_out_is_refused() {
        let denied = io::Error::from_raw_os_error(libc::EACCES);
        assert_eq!(
            refusal(None, Err(denied)),
            "could not determine whether /dev/nvme0n1 is formatted with metadata: this kernel does not say, and Identify Namespace \
             failed (Permission denied (os error 13))"
        );
    }
}
