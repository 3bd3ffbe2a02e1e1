//! The one admin command of this crate: Identify Namespace, which changes nothing.

use super::passthrough::Namespace;
use crosspoint_nvme::decode::{IDENTIFY_BYTES, IdentifyNamespace, LbaFormat};
use crosspoint_nvme::status::Status;
use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;

/// `NVME_IOCTL_ADMIN_CMD` of `linux/nvme_ioctl.h`: `_IOWR('N', 0x41, struct nvme_admin_cmd)`, 72 bytes.
const NVME_IOCTL_ADMIN_CMD: libc::Ioctl = 0xc048_4e41;
/// Opcode of Identify (NVMe Base Specification 2.0c, figure 138); its CNS 00h is Identify Namespace.
const IDENTIFY: u8 = 0x06;
/// Length of the answer as the command has it.
const ANSWER_BYTES: u32 = 4096;
const _: () = assert!(ANSWER_BYTES as usize == IDENTIFY_BYTES);
/// How long the drive may take to answer.
const ANSWER_MAX_MS: u32 = 10_000;

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
        data_bytes: ANSWER_BYTES,
        timeout_ms: ANSWER_MAX_MS,
        ..AdminCommand::default()
    };
    // SAFETY: the command is laid out as the kernel has it and lives through the call, as does the answer, which is as long
    // as the command says.
    let status = unsafe { libc::ioctl(file.as_raw_fd(), NVME_IOCTL_ADMIN_CMD, &raw mut command) };
    match status {
        0 => format_in_use(&answer),
        1.. => Err(io::Error::other(format!(
            "the drive answers: {}",
            Status::of_field(u16::try_from(status).unwrap_or(u16::MAX))
        ))),
        _ => Err(io::Error::last_os_error()),
    }
}

fn format_in_use(answer: &[u8]) -> io::Result<LbaFormat> {
    let namespace = IdentifyNamespace::decode(answer).map_err(io::Error::other)?;
    let format = namespace.format_in_use().copied();
    format.ok_or_else(|| io::Error::other("the drive names no format in use"))
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
        let of = |in_use| {
            let format = format_in_use(&answer(8, in_use)).unwrap();
            (format.data_bytes, format.metadata_bytes)
        };
        assert_eq!(of(3), (512, 3));
        // Bit 4: metadata follow the data of each block. It is no part of the number.
        assert_eq!(of(0x13), (512, 3));
    }

    #[test]
    fn an_answer_without_sense_is_an_error() {
        assert!(
            format_in_use(&[0; IDENTIFY_BYTES]).is_err(),
            "no active namespace"
        );
        assert!(format_in_use(&answer(4, 4)).is_err(), "there are formats 0 to 3");
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
