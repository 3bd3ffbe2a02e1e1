//! Signatures whose magic number has two bytes alone. One of these stands in about one block of random data in 65,536, and
//! there are several, so the structure around it decides: whether it can be what the magic number says. The rules are those of
//! libblkid without its checksums, which a damaged structure fails: where it is in doubt, it is taken for real.

use super::place::Place::{self, LastBlock, Start};
use super::table::KIB;

/// Such a signature.
pub(super) struct Short {
    pub name: &'static str,
    /// Where its structure lies.
    pub start: Place,
    /// How much of the structure is judged.
    pub bytes: usize,
    /// Where in it the magic number stands.
    pub magic_at: usize,
    pub magic: [u8; 2],
    /// Whether the structure can be real.
    pub is_plausible: fn(&[u8]) -> bool,
}

const LAST_SECTOR: Place = LastBlock {
    block_bytes: 512,
    blocks_before_end: 1,
    offset: 0,
};
/// The second superblock of NILFS (`NILFS_SB2_OFFSET_BYTES`).
const NILFS_BACKUP: Place = LastBlock {
    block_bytes: 512,
    blocks_before_end: 8,
    offset: 0,
};

#[rustfmt::skip]
pub(super) const SHORT: &[Short] = &[
    Short { name: "ext2, ext3 or ext4 file system", start: Start(KIB), bytes: 1024, magic_at: 0x38, magic: [0x53, 0xef], is_plausible: ext },
    Short { name: "MBR partition table or boot sector", start: Start(0), bytes: 512, magic_at: 510, magic: [0x55, 0xaa], is_plausible: boot_sector },
    Short { name: "NILFS2 file system", start: Start(KIB), bytes: 24, magic_at: 6, magic: [0x34, 0x34], is_plausible: nilfs },
    Short { name: "NILFS2 file system (second superblock)", start: NILFS_BACKUP, bytes: 24, magic_at: 6, magic: [0x34, 0x34], is_plausible: nilfs },
    Short { name: "Sun disk label", start: Start(0), bytes: 512, magic_at: 508, magic: [0xda, 0xbe], is_plausible: sun },
    Short { name: "HFS file system", start: Start(KIB), bytes: 162, magic_at: 0, magic: *b"BD", is_plausible: hfs },
    Short { name: "Apple driver map", start: Start(0), bytes: 4, magic_at: 0, magic: *b"ER", is_plausible: apple },
    Short { name: "Minix file system", start: Start(KIB), bytes: 32, magic_at: 16, magic: [0x7f, 0x13], is_plausible: minix },
    Short { name: "Minix file system", start: Start(KIB), bytes: 32, magic_at: 16, magic: [0x8f, 0x13], is_plausible: minix },
    Short { name: "Minix file system", start: Start(KIB), bytes: 32, magic_at: 16, magic: [0x13, 0x7f], is_plausible: minix },
    Short { name: "Minix file system", start: Start(KIB), bytes: 32, magic_at: 16, magic: [0x13, 0x8f], is_plausible: minix },
    Short { name: "Minix file system", start: Start(KIB), bytes: 32, magic_at: 16, magic: [0x68, 0x24], is_plausible: minix },
    Short { name: "Minix file system", start: Start(KIB), bytes: 32, magic_at: 16, magic: [0x78, 0x24], is_plausible: minix },
    Short { name: "Minix file system", start: Start(KIB), bytes: 32, magic_at: 16, magic: [0x24, 0x68], is_plausible: minix },
    Short { name: "Minix file system", start: Start(KIB), bytes: 32, magic_at: 16, magic: [0x24, 0x78], is_plausible: minix },
    Short { name: "Minix file system", start: Start(KIB), bytes: 32, magic_at: 24, magic: [0x5a, 0x4d], is_plausible: minix_3 },
    Short { name: "Minix file system", start: Start(KIB), bytes: 32, magic_at: 24, magic: [0x4d, 0x5a], is_plausible: minix_3 },
    Short { name: "Apple Core Storage volume", start: Start(0), bytes: 512, magic_at: 88, magic: *b"CS", is_plausible: core_storage },
    Short { name: "VIA RAID member", start: LAST_SECTOR, bytes: 512, magic_at: 0, magic: [0x55, 0xaa], is_plausible: via },
    Short { name: "JMicron RAID member", start: LAST_SECTOR, bytes: 512, magic_at: 0, magic: *b"JM", is_plausible: jmicron },
];

/// Keeps random bytes that are to be written, a whole number of sectors of 512 bytes, from having such a magic number at a
/// place in a sector where one is looked for. A byte in some 3,500 sectors is turned (there are 19 of
/// 65,536 values, at one place each); nothing else about them changes.
pub fn keep_clear(bytes: &mut [u8]) {
    for sector in bytes.chunks_exact_mut(512) {
        for short in SHORT {
            // Every structure begins on a sector.
            let at = short.magic_at % 512;
            if sector[at..at + 2] == short.magic {
                // None of the magic numbers begins with the complement of another's first byte.
                sector[at] = !sector[at];
            }
        }
    }
}

/// A byte with which none of the magic numbers begins that are looked for at the start of a sector, if this bit is set.
pub const CLEAR_AT_START: u8 = 0x80;

fn little_16(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn little_32(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

fn big_16(bytes: &[u8], at: usize) -> u16 {
    little_16(bytes, at).swap_bytes()
}

/// `s_log_block_size` is at most 6, and libblkid lets 255 pass; `s_rev_level` has been 0 or 1 ever since. One of them is enough: the
/// other may be damaged. That leaves one block of random data in 2^40.
fn ext(superblock: &[u8]) -> bool {
    const LOG_BLOCK_SIZE: usize = 0x18;
    const REVISION: usize = 0x4c;
    little_32(superblock, LOG_BLOCK_SIZE) < 256 || little_32(superblock, REVISION) <= 1
}

/// Each of the four partitions is active or not (80h or 0); or it is the boot sector of a file system.
fn boot_sector(sector: &[u8]) -> bool {
    const PARTITIONS: usize = 0x1be;
    let partitions = sector[PARTITIONS..510].chunks_exact(16);
    partitions
        .into_iter()
        .all(|partition| matches!(partition[0], 0 | 0x80))
        || is_fat(sector)
}

/// FAT and its like by the BIOS parameter block, for those that bear no name; by the rules of libblkid, or by the jump over it.
fn is_fat(sector: &[u8]) -> bool {
    let sector_bytes = little_16(sector, 11);
    let is_sector = sector_bytes.is_power_of_two() && (512..=4096).contains(&sector_bytes);
    let (cluster, reserved, fats, media) = (sector[13], little_16(sector, 14), sector[16], sector[21]);
    let is_described =
        cluster.is_power_of_two() && reserved != 0 && fats != 0 && (media >= 0xf8 || media == 0xf0);
    let is_jump = (sector[0] == 0xeb && sector[2] == 0x90) || sector[0] == 0xe9;
    is_sector && (is_described || is_jump)
}

/// Blocks of 1 to 64 KiB, and no more bytes in the superblock than there is room for.
fn nilfs(superblock: &[u8]) -> bool {
    const BYTES: usize = 8;
    const LOG_BLOCK_SIZE: usize = 20;
    little_32(superblock, LOG_BLOCK_SIZE) <= 6 && (20..=1024).contains(&little_16(superblock, BYTES))
}

/// The words of the label come to nothing by exclusive or; or it has the table that Solaris added (`VTOC_SANE`).
fn sun(label: &[u8]) -> bool {
    const SANITY: usize = 188;
    let words = label.chunks_exact(2).map(|word| little_16(word, 0));
    let is_sane = label[SANITY..SANITY + 4] == [0x60, 0x0d, 0xde, 0xee];
    words.fold(0, |sum, word| sum ^ word) == 0 || is_sane
}

/// Allocation blocks are multiples of 512 bytes; or it is the wrapper of an HFS+.
fn hfs(block: &[u8]) -> bool {
    const ALLOCATION_BLOCK: usize = 20;
    const EMBEDDED: usize = 124;
    let size = little_32(block, ALLOCATION_BLOCK).swap_bytes();
    (size != 0 && size.is_multiple_of(512)) || matches!(&block[EMBEDDED..EMBEDDED + 2], b"H+" | b"HX")
}

fn apple(block: &[u8]) -> bool {
    matches!(big_16(block, 2), 512 | 1024 | 2048 | 4096)
}

/// Zones are as large as blocks, there are inodes, and the map of them has room for all.
fn minix(superblock: &[u8]) -> bool {
    [little_16, big_16].iter().any(|number| {
        let (inodes, map_blocks) = (number(superblock, 0), number(superblock, 4));
        inodes != 0 && number(superblock, 10) == 0 && u32::from(map_blocks) * 8192 > u32::from(inodes)
    })
}

fn minix_3(superblock: &[u8]) -> bool {
    let inodes = little_32(superblock, 0);
    [
        (inodes, little_16 as fn(&[u8], usize) -> u16),
        (inodes.swap_bytes(), big_16),
    ]
    .iter()
    .any(|(inodes, number)| {
        let map_blocks = number(superblock, 6);
        *inodes != 0 && number(superblock, 12) == 0 && u64::from(map_blocks) * 8192 > u64::from(*inodes)
    })
}

fn core_storage(header: &[u8]) -> bool {
    const VERSION: usize = 8;
    const CHECKSUM_ALGORITHM: usize = 90;
    little_16(header, VERSION) == 1 && little_32(header, CHECKSUM_ALGORITHM) == 1
}

/// Its version, and the sum of its first 50 bytes.
fn via(metadata: &[u8]) -> bool {
    let sum = metadata[..50]
        .iter()
        .fold(0_u8, |sum, byte| sum.wrapping_add(*byte));
    metadata[2] <= 2 && sum == metadata[50]
}

/// Its RAID level, and the sum of its words.
fn jmicron(metadata: &[u8]) -> bool {
    let words = metadata[..128].chunks_exact(2).map(|word| little_16(word, 0));
    metadata[0x30] <= 5 && words.fold(0_u16, u16::wrapping_add) <= 1
}
