//! The one admin command of this crate: Identify Namespace, which changes nothing.

use super::passthrough::Namespace;
use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;

/// `NVME_IOCTL_ADMIN_CMD` of `linux/nvme_ioctl.h`: `_IOWR('N', 0x41, struct nvme_admin_cmd)`, 72 bytes.
const NVME_IOCTL_ADMIN_CMD: libc::Ioctl = 0xc048_4e41;
/// Opcode of Identify (NVMe Base Specification 2.0c, figure 138); its CNS 00h is Identify Namespace.
const IDENTIFY: u8 = 0x06;
/// How long the drive may take to answer.
const ANSWER_MAX_MS: u32 = 10_000;
/// Length of what Identify returns.
const IDENTIFY_BYTES: usize = 4096;

/// How a namespace is formatted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LbaFormat {
    /// Size of a logical block without its metadata.
    pub data_bytes: u64,
    /// Metadata of a logical block.
    pub metadata_bytes: u16,
}

/// `struct nvme_admin_cmd`.
#[repr(C)]
#[derive(Default)]
struct AdminCommand {
    opcode: u8,
    flags: u8,
    reserved: u16,
    namespace: u32,
    dwords_2_3: [u32; 2],
    metadata: u64,
    address: u64,
    metadata_bytes: u32,
    data_bytes: u32,
    dwords_10_15: [u32; 6],
    timeout_ms: u32,
    result: u32,
}

const _: () = assert!(size_of::<AdminCommand>() == 72);

/// Asks the drive how `namespace` is formatted, through its generic device `file`.
///
/// # Errors
/// What the kernel answers, or that the drive's answer makes no sense.
pub fn identify_format(file: &File, namespace: Namespace) -> io::Result<LbaFormat> {
    let mut answer = [0_u8; IDENTIFY_BYTES];
    let mut command = AdminCommand {
        opcode: IDENTIFY,
        namespace: namespace.id,
        address: answer.as_mut_ptr() as u64,
        data_bytes: 4096,
        timeout_ms: ANSWER_MAX_MS,
        ..AdminCommand::default()
    };
    // SAFETY: the command is laid out as the kernel has it and lives through the call, as does the answer, which is as long
    // as the command says.
    let status = unsafe { libc::ioctl(file.as_raw_fd(), NVME_IOCTL_ADMIN_CMD, &raw mut command) };
    match status {
        0 => format_in_use(&answer)
            .ok_or_else(|| io::Error::other("the drive names no format that the namespace could have")),
        1.. => Err(io::Error::other(format!(
            "the drive answers with status {:03X}h",
            status & 0x7ff
        ))),
        _ => Err(io::Error::last_os_error()),
    }
}

/// NVM Command Set Specification 1.0c, figure 97: NLBAF at 25 (counted from 0), FLBAS at 26 (bits 3:0, and 6:5 above them if
/// there are more than 16 formats), the formats from 128 on: metadata size in bits 15:0, the block's as a power of two in 23:16,
/// which is at least 9.
fn format_in_use(answer: &[u8; IDENTIFY_BYTES]) -> Option<LbaFormat> {
    let (last, in_use) = (usize::from(answer[25]), usize::from(answer[26]));
    let high = if last > 15 { (in_use >> 5 & 0b11) << 4 } else { 0 };
    let index = in_use & 0x0f | high;
    let format = answer[128..].chunks_exact(4).take(64).nth(index)?;
    let shift = u32::from(format[2]);
    (index <= last && (9..=31).contains(&shift)).then(|| LbaFormat {
        data_bytes: 1 << shift,
        metadata_bytes: u16::from_le_bytes([format[0], format[1]]),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of a namespace with so many formats, numbered from 0: 512 bytes, and metadata of as many bytes as its number.
    fn answer(formats: u8, in_use: u8) -> [u8; IDENTIFY_BYTES] {
        let mut answer = [0; IDENTIFY_BYTES];
        answer[25] = formats - 1;
        answer[26] = in_use;
        for (number, format) in (0..formats).zip(answer[128..].chunks_exact_mut(4)) {
            format.copy_from_slice(&[number, 0, 9, 0]);
        }
        answer
    }

    #[test]
    fn the_format_in_use_is_read() {
        let with = |metadata_bytes| {
            Some(LbaFormat {
                data_bytes: 512,
                metadata_bytes,
            })
        };
        assert_eq!(format_in_use(&answer(8, 3)), with(3));
        // Bit 4: metadata follow the data of each block. It is no part of the number.
        assert_eq!(format_in_use(&answer(8, 0x13)), with(3));
        // 6:5 count from 17 formats on.
        assert_eq!(format_in_use(&answer(16, 0x23)), with(3));
        assert_eq!(format_in_use(&answer(20, 0x23)), with(19));
    }

    #[test]
    fn an_answer_without_sense_is_none() {
        assert_eq!(format_in_use(&[0; IDENTIFY_BYTES]), None, "no active namespace");
        assert_eq!(format_in_use(&answer(4, 4)), None, "there are formats 0 to 3");
    }

    #[test]
    fn what_is_no_drive_has_no_format() {
        let namespace = Namespace {
            id: 1,
            logical_block_bytes: 512,
        };
        let error = identify_format(&tempfile::tempfile().unwrap(), namespace).unwrap_err();
        assert_eq!(error.raw_os_error(), Some(libc::ENOTTY));
    }
}
