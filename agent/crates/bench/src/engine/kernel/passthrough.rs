//! NVMe commands through io_uring to a namespace's generic device, past the block layer (`io_uring_cmd`).

use super::SetupError;
use super::queue::{Queue, TARGET};
use super::setup::RingOptions;
use crate::engine::{Completion, Engine, Outcome, Wait};
use crate::operation::{Direction, Operation};
use io_uring::{cqueue, opcode, squeue};
use std::fs::File;
use std::io;

/// `NVME_URING_CMD_IO` of `linux/nvme_ioctl.h`: `_IOWR('N', 0x80, struct nvme_uring_cmd)`, 72 bytes.
const NVME_URING_CMD_IO: u32 = 0xc048_4e80;
/// Opcodes of the NVM command set (NVM Command Set Specification, figure "Opcodes for NVM Commands").
const NVME_WRITE: u8 = 0x01;
const NVME_READ: u8 = 0x02;
/// "Number of Logical Blocks" has 16 bits; above them in the same dword are bits that mean something else.
const COMMAND_BLOCKS_MAX: u32 = 1 << 16;
/// Status code and its type; above them are retry delay, "more" and "do not retry".
const STATUS_MASK: i32 = 0x7ff;

/// The namespace that commands are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Namespace {
    /// Its identifier (NSID).
    pub id: u32,
    /// Size of its logical blocks, a power of two.
    pub logical_block_bytes: u32,
}

/// An io_uring instance that sends NVMe commands, for one namespace and one thread.
pub struct Passthrough {
    queue: Queue<squeue::Entry128, cqueue::Entry32>,
    namespace: Namespace,
    /// What each slot's operation moves, since its completion does not tell.
    lengths: Box<[u32]>,
}

impl Passthrough {
    /// A ring for `depth` operations of at most `block_bytes` on the generic device `file` of `namespace`, to be used by
    /// the calling thread alone.
    pub fn new(
        file: &File,
        namespace: Namespace,
        depth: u16,
        block_bytes: u32,
        options: RingOptions,
    ) -> Result<Self, SetupError> {
        Ok(Passthrough {
            queue: Queue::new(Some(file), depth, block_bytes, options)?,
            namespace,
            lengths: vec![0; usize::from(depth)].into_boxed_slice(),
        })
    }

    /// What this ring runs with.
    pub fn flags(&self) -> &[String] {
        self.queue.flags()
    }
}

impl Engine for Passthrough {
    #[inline]
    fn buffer(&mut self, slot: u16) -> &mut [u8] {
        self.queue.free(slot)
    }

    #[inline]
    fn prepare(&mut self, slot: u16, operation: Operation) {
        self.lengths[usize::from(slot)] = operation.length;
        let (namespace, fixed) = (self.namespace, self.queue.fixed_buffers());
        self.queue.push(slot, operation.length, |buffer| {
            let command = command(namespace, operation, buffer);
            opcode::UringCmd80::new(TARGET, NVME_URING_CMD_IO)
                .cmd(command)
                .buf_index(fixed.then_some(slot))
                .build()
                .user_data(u64::from(slot))
        });
    }

    #[inline]
    fn submit(&mut self, wait: Wait) -> io::Result<()> {
        self.queue.submit(wait)
    }

    #[inline]
    fn completed(&mut self) -> usize {
        self.queue.completed()
    }

    #[inline]
    fn take(&mut self) -> Completion {
        let (slot, result) = self.queue.take();
        Completion {
            slot,
            outcome: outcome(result, self.lengths[usize::from(slot)]),
        }
    }
}

/// The kernel answers with 0, with the drive's status, or with a negative error number of its own.
#[inline]
fn outcome(result: i32, length: u32) -> Outcome {
    match result {
        0 => Outcome::Moved(length),
        1.. => Outcome::Nvme(u16::try_from(result & STATUS_MASK).unwrap_or(u16::MAX)),
        _ => Outcome::from_result(result),
    }
}

/// `struct nvme_uring_cmd` in the 80 bytes that the queue entry has for it.
#[inline]
fn command(namespace: Namespace, operation: Operation, buffer: *mut u8) -> [u8; 80] {
    let logical = u64::from(namespace.logical_block_bytes);
    let first_block = operation.offset / logical;
    let (count, rest) = (
        operation.length / namespace.logical_block_bytes,
        operation.length % namespace.logical_block_bytes,
    );
    // The drive moves as many bytes as it is told blocks, whatever the buffer holds.
    assert!(
        rest == 0 && operation.offset.is_multiple_of(logical) && (1..=COMMAND_BLOCKS_MAX).contains(&count),
        "a command moves 1 to {COMMAND_BLOCKS_MAX} whole blocks of {logical} bytes, not {} bytes at {}",
        operation.length,
        operation.offset
    );
    let mut command = [0; 80];
    command[0] = match operation.direction {
        Direction::Read => NVME_READ,
        Direction::Write => NVME_WRITE,
    };
    let mut put = |at: usize, bytes: &[u8]| command[at..at + bytes.len()].copy_from_slice(bytes);
    put(4, &namespace.id.to_le_bytes());
    put(24, &(buffer as u64).to_le_bytes());
    put(36, &operation.length.to_le_bytes());
    // Command dwords 10 and 11: starting LBA; 12: number of logical blocks.
    put(40, &first_block.to_le_bytes());
    // "Number of Logical Blocks" is a 0's based value.
    put(48, &(count - 1).to_le_bytes());
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_read_as_the_kernel_and_the_drive_want_it() {
        let namespace = Namespace {
            id: 3,
            logical_block_bytes: 4096,
        };
        let operation = Operation {
            direction: Direction::Read,
            length: 16_384,
            offset: 5 * 4096 + (1 << 45),
        };
        let command = command(namespace, operation, 0x1234_5678_9abc_d000 as *mut u8);
        assert_eq!(command[..8], [2, 0, 0, 0, 3, 0, 0, 0]);
        assert_eq!(command[24..32], 0x1234_5678_9abc_d000_u64.to_le_bytes());
        assert_eq!(command[36..40], 16_384_u32.to_le_bytes());
        // 2^45 bytes are 2^33 blocks of 4096: more than a dword holds.
        assert_eq!(command[40..48], ((1_u64 << 33) + 5).to_le_bytes());
        assert_eq!(
            command[48..52],
            3_u32.to_le_bytes(),
            "four blocks, counted from 0"
        );
        assert!(command[52..].iter().all(|&byte| byte == 0));
    }

    #[test]
    fn a_status_of_the_drive_is_told_from_an_error_of_the_kernel() {
        assert_eq!(outcome(0, 4096), Outcome::Moved(4096));
        // Do not retry (bit 14), type 2 (media), code 81h: unrecovered read error.
        assert_eq!(outcome(0x4281, 4096), Outcome::Nvme(0x281));
        assert_eq!(outcome(-libc::EIO, 4096), Outcome::Errno(5));
    }
}
