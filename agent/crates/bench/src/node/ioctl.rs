//! The two requests to a device that no safe crate has, each in a function that can only be called rightly.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::fd::AsRawFd;

/// `NVME_IOCTL_ID` of `linux/nvme_ioctl.h`: `_IO('N', 0x40)`, without argument.
const NVME_IOCTL_ID: libc::Ioctl = 0x4e40;
/// `BLKDISCARD` of `linux/fs.h`: `_IO(0x12, 119)`, with two 64-bit numbers: start and length in bytes.
const BLKDISCARD: libc::Ioctl = 0x1277;

/// The identifier (NSID) of the namespace that `file` is, a block device or a generic one. ENOTTY if it is none.
pub(super) fn namespace_id(file: &File) -> io::Result<u32> {
    // SAFETY: the descriptor is open as long as `file` is borrowed. The request takes no argument and writes nowhere.
    let answer = unsafe { libc::ioctl(file.as_raw_fd(), NVME_IOCTL_ID) };
    u32::try_from(answer).map_err(|_| io::Error::last_os_error())
}

/// Discards these bytes of the block device that `file` is. It must be open for writing, and the range aligned to its
/// logical blocks. Returns when the drive has done it.
pub(super) fn discard(file: &File, bytes: &Range<u64>) -> io::Result<()> {
    let range: [u64; 2] = [bytes.start, bytes.end.saturating_sub(bytes.start)];
    // SAFETY: the descriptor is open as long as `file` is borrowed; the kernel reads two numbers of 64 bits from
    // `range`, which lives until the call returns, and writes nothing to it.
    let answer = unsafe { libc::ioctl(file.as_raw_fd(), BLKDISCARD, range.as_ptr()) };
    if answer == 0 {
        Ok(())
    } else {
        Err(io::Error::last_os_error())
    }
}
