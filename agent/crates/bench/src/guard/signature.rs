//! What a device's own bytes say about it: partition tables, file systems, volume managers, swap, encryption.
//!
//! Read here rather than by a crate: the crates for this bind libblkid, which cannot be part of a static binary,
//! or cover partition tables alone. The table has the magic numbers of libblkid (util-linux,
//! `libblkid/src/superblocks` and `partitions`), where a doubtful match is taken for a match: a refusal too many
//! can be cleared by the drive's owner with `wipefs`, a missing one cannot be undone.

use std::io;

/// Bytes of a device.
pub trait Content {
    /// How many there are.
    fn size_bytes(&self) -> u64;
    /// Reads exactly `buffer`.
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()>;
}

impl Content for [u8] {
    fn size_bytes(&self) -> u64 {
        self.len() as u64
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let start = usize::try_from(offset).map_err(io::Error::other)?;
        let bytes = self
            .get(start..start + buffer.len())
            .ok_or(io::ErrorKind::UnexpectedEof)?;
        buffer.copy_from_slice(bytes);
        Ok(())
    }
}

/// A signature found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    /// What it belongs to.
    pub name: &'static str,
    /// Where its magic number lies.
    pub offset: u64,
}

/// Where a magic number lies.
#[derive(Debug, Clone, Copy)]
enum Place {
    /// So many bytes from the start.
    Start(u64),
    /// So many bytes before the end.
    End(u64),
    /// In the last whole block of the first size, which lies `1` of these before the end rounded down; plus an
    /// offset in it.
    LastBlock {
        block_bytes: u64,
        blocks_before_end: u64,
        offset: u64,
    },
}

impl Place {
    fn offset(self, size_bytes: u64) -> Option<u64> {
        match self {
            Place::Start(offset) => Some(offset),
            Place::End(before) => size_bytes.checked_sub(before),
            Place::LastBlock {
                block_bytes,
                blocks_before_end,
                offset,
            } => Some((size_bytes / block_bytes).checked_sub(blocks_before_end)? * block_bytes + offset),
        }
    }
}

use Place::{End, LastBlock, Start};

const KIB: u64 = 1024;
const MIB: u64 = 1024 * KIB;

/// Name, place, magic number.
#[rustfmt::skip]
const SIGNATURES: &[(&str, Place, &[u8])] = &[
    // Partition tables. The second place of GPT is for logical blocks of 4096 bytes.
    ("GPT partition table", Start(512), b"EFI PART"),
    ("GPT partition table", Start(4096), b"EFI PART"),
    ("GPT partition table (backup)", End(512), b"EFI PART"),
    ("GPT partition table (backup)", End(4096), b"EFI PART"),
    ("MBR partition table or boot sector", Start(510), b"\x55\xaa"),
    ("Apple partition map", Start(512), b"PM\0\0"),
    ("BSD disk label", Start(512), b"\x57\x45\x56\x82"),
    ("Sun disk label", Start(508), b"\xda\xbe"),
    // File systems.
    ("ext2, ext3 or ext4 file system", Start(0x438), b"\x53\xef"),
    ("XFS file system", Start(0), b"XFSB"),
    ("XFS external log", Start(0), b"\xfe\xed\xba\xbe"),
    ("btrfs file system", Start(64 * KIB + 0x40), b"_BHRfS_M"),
    ("btrfs file system (second superblock)", Start(64 * MIB + 0x40), b"_BHRfS_M"),
    ("F2FS file system", Start(0x400), b"\x10\x20\xf5\xf2"),
    ("FAT file system", Start(0x36), b"FAT12   "),
    ("FAT file system", Start(0x36), b"FAT16   "),
    ("FAT file system", Start(0x52), b"FAT32   "),
    ("FAT file system", Start(0x36), b"MSDOS"),
    ("FAT file system", Start(0x52), b"MSWIN"),
    ("NTFS file system", Start(3), b"NTFS    "),
    ("exFAT file system", Start(3), b"EXFAT   "),
    ("ReFS file system", Start(0), b"\0\0\0ReFS\0"),
    ("APFS container", Start(32), b"NXSB"),
    ("HFS+ file system", Start(0x400), b"H+\0\x04"),
    ("HFSX file system", Start(0x400), b"HX\0\x05"),
    ("JFS file system", Start(32 * KIB), b"JFS1"),
    ("ReiserFS file system", Start(64 * KIB + 0x34), b"ReIsErFs"),
    ("ReiserFS file system", Start(64 * KIB + 0x34), b"ReIsEr2Fs"),
    ("ReiserFS file system", Start(64 * KIB + 0x34), b"ReIsEr3Fs"),
    ("Reiser4 file system", Start(64 * KIB), b"ReIsEr4"),
    ("GFS2 file system", Start(64 * KIB), b"\x01\x16\x19\x70"),
    ("OCFS2 file system", Start(2 * KIB), b"OCFSV2"),
    ("OCFS2 file system", Start(4 * KIB), b"OCFSV2"),
    ("OCFS2 file system", Start(8 * KIB), b"OCFSV2"),
    ("NILFS2 file system", Start(0x406), b"\x34\x34"),
    ("bcachefs file system", Start(4 * KIB + 0x18), b"\xc6\x85\x73\xf6\x66\xce\x90\xa9\xd9\x6a\x60\xcf\x80\x3d\xf7\xef"),
    ("SquashFS file system", Start(0), b"hsqs"),
    ("EROFS file system", Start(0x400), b"\xe2\xe1\xf5\xe0"),
    ("UDF file system", Start(32 * KIB + 1), b"BEA01"),
    ("ISO 9660 file system", Start(32 * KIB + 1), b"CD001"),
    ("VMFS volume", Start(MIB), b"\x0d\xd0\x01\xc0"),
    ("VMFS file system", Start(2 * MIB), b"\x5e\xf1\xab\x2f"),
    // Swap and hibernation images, for pages of 4 to 64 KiB; see also `PAGE_SIZES`.
    // Volume managers, RAID, caches.
    ("LVM2 physical volume", Start(0), b"LABELONE"),
    ("LVM2 physical volume", Start(512), b"LABELONE"),
    ("LVM2 physical volume", Start(1024), b"LABELONE"),
    ("LVM2 physical volume", Start(1536), b"LABELONE"),
    ("md RAID member (1.1)", Start(0), b"\xfc\x4e\x2b\xa9"),
    ("md RAID member (1.2)", Start(4096), b"\xfc\x4e\x2b\xa9"),
    ("md RAID member (1.0)", LastBlock { block_bytes: 4096, blocks_before_end: 2, offset: 0 }, b"\xfc\x4e\x2b\xa9"),
    ("md RAID member (0.90)", LastBlock { block_bytes: 64 * KIB, blocks_before_end: 1, offset: 0 }, b"\xfc\x4e\x2b\xa9"),
    ("md RAID member (0.90)", LastBlock { block_bytes: 64 * KIB, blocks_before_end: 1, offset: 0 }, b"\xa9\x2b\x4e\xfc"),
    ("Intel RST or VROC RAID member", End(1024), b"Intel Raid ISM Cfg Sig. "),
    ("Intel RST or VROC RAID member", End(8192), b"Intel Raid ISM Cfg Sig. "),
    ("DDF RAID member", End(512), b"\xde\x11\xde\x11"),
    ("DDF RAID member", End(4096), b"\xde\x11\xde\x11"),
    ("DDF RAID member", End(257 * 512), b"\xde\x11\xde\x11"),
    ("DRBD device", End(4096 - 0x3c), b"\x83\x74\x02\x6b"),
    ("bcache device", Start(4 * KIB + 0x18), b"\xc6\x85\x73\xf6\x4e\x1a\x45\xca\x82\x65\xf5\x7f\x48\xba\x6d\x81"),
    ("device-mapper snapshot", Start(0), b"SnAp"),
    ("dm-integrity device", Start(0), b"integrt\0"),
    ("dm-verity hash device", Start(0), b"verity\0\0"),
    ("VDO volume", Start(0), b"dmvdo001"),
    ("Stratis pool member", Start(512 + 4), b"!Stra0tis\x86\xff\x02^\x41rh"),
    ("Stratis pool member", Start(4096 + 512 + 4), b"!Stra0tis\x86\xff\x02^\x41rh"),
    ("Ceph BlueStore device", Start(0), b"bluestore block device"),
    ("Oracle ASM disk", Start(32), b"ORCLDISK"),
    ("ZFS pool member (boot block)", Start(8 * KIB), b"\x0c\xb1\x07\xb0\xf5\x02\0\0"),
    ("ZFS pool member (boot block)", Start(8 * KIB), b"\0\0\x02\xf5\xb0\x07\xb1\x0c"),
    // Encryption. LUKS2 has a second header at one of these places.
    ("LUKS container", Start(0), b"LUKS\xba\xbe"),
    ("LUKS2 container (second header)", Start(0x4000), b"SKUL\xba\xbe"),
    ("LUKS2 container (second header)", Start(0x8000), b"SKUL\xba\xbe"),
    ("LUKS2 container (second header)", Start(0x1_0000), b"SKUL\xba\xbe"),
    ("LUKS2 container (second header)", Start(0x2_0000), b"SKUL\xba\xbe"),
    ("LUKS2 container (second header)", Start(0x4_0000), b"SKUL\xba\xbe"),
    ("LUKS2 container (second header)", Start(0x8_0000), b"SKUL\xba\xbe"),
    ("LUKS2 container (second header)", Start(0x10_0000), b"SKUL\xba\xbe"),
    ("LUKS2 container (second header)", Start(0x20_0000), b"SKUL\xba\xbe"),
    ("LUKS2 container (second header)", Start(0x40_0000), b"SKUL\xba\xbe"),
    ("BitLocker volume", Start(3), b"-FVE-FS-"),
];

/// Page sizes of the machines that may have made a swap area; its magic ends where the first page ends.
const PAGE_SIZES: [u64; 4] = [4 * KIB, 8 * KIB, 16 * KIB, 64 * KIB];
const SWAP_MAGICS: [(&str, &[u8]); 5] = [
    ("swap area", b"SWAPSPACE2"),
    ("swap area", b"SWAP-SPACE"),
    ("hibernation image", b"S1SUSPEND"),
    ("hibernation image", b"S2SUSPEND"),
    ("hibernation image", b"ULSUSPEND"),
];

/// All signatures on `content`. An error means that it could not be told.
pub fn find(content: &(impl Content + ?Sized)) -> io::Result<Vec<Signature>> {
    let size_bytes = content.size_bytes();
    let mut found = Vec::new();
    let mut buffer = [0_u8; 32];
    let swap = PAGE_SIZES
        .iter()
        .flat_map(|page| SWAP_MAGICS.map(|(name, magic)| (name, Start(page - 10), magic)));
    for (name, place, magic) in SIGNATURES.iter().copied().chain(swap) {
        let Some(offset) = place.offset(size_bytes) else {
            continue;
        };
        if offset + magic.len() as u64 > size_bytes {
            continue;
        }
        let bytes = &mut buffer[..magic.len()];
        content.read_at(offset, bytes)?;
        if bytes == magic && !found.iter().any(|signature: &Signature| signature.name == name) {
            found.push(Signature { name, offset });
        }
    }
    found.extend(find_zfs(content)?);
    Ok(found)
}

/// ZFS keeps four labels of 256 KiB, two at the start and two at the end, each with a ring of uberblocks in
/// its second half (On-Disk Specification, chapter 1).
fn find_zfs(content: &(impl Content + ?Sized)) -> io::Result<Option<Signature>> {
    const LABEL_BYTES: u64 = 256 * KIB;
    const UBERBLOCK_STEP: u64 = KIB;
    const MAGIC: u64 = 0x00ba_b10c;
    let end = content.size_bytes() / LABEL_BYTES * LABEL_BYTES;
    let mut ring = vec![0_u8; 128 * 1024];
    for label in [
        Some(0),
        Some(LABEL_BYTES),
        end.checked_sub(2 * LABEL_BYTES),
        end.checked_sub(LABEL_BYTES),
    ] {
        let Some(label) = label.filter(|label| label + LABEL_BYTES <= end) else {
            continue;
        };
        content.read_at(label + LABEL_BYTES / 2, &mut ring)?;
        for (slot, uberblock) in (0_u64..).zip(ring.chunks_exact(1024)) {
            let magic = u64::from_le_bytes(uberblock[..8].try_into().expect("eight bytes"));
            if magic == MAGIC || magic.swap_bytes() == MAGIC {
                let offset = label + LABEL_BYTES / 2 + slot * UBERBLOCK_STEP;
                return Ok(Some(Signature {
                    name: "ZFS pool member",
                    offset,
                }));
            }
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A size that is no multiple of 64 KiB, to tell the ends of the device from those of its blocks.
    const SIZE: usize = 65 * 1024 * 1024 + 12 * 1024;

    fn names(content: &[u8]) -> Vec<&'static str> {
        find(content)
            .unwrap()
            .iter()
            .map(|signature| signature.name)
            .collect()
    }

    #[test]
    fn an_empty_device_has_none_and_random_bytes_have_none_by_this_seed() {
        assert!(names(&vec![0; SIZE]).is_empty());
        assert!(names(&[]).is_empty());
        assert!(names(&[0; 512]).is_empty());
    }

    #[test]
    fn each_signature_is_found_where_it_belongs_and_nowhere_else() {
        let mut content = vec![0; SIZE];
        let swap = PAGE_SIZES
            .iter()
            .flat_map(|page| SWAP_MAGICS.map(|(name, magic)| (name, Start(page - 10), magic)));
        for (name, place, magic) in SIGNATURES.iter().copied().chain(swap) {
            let offset = usize::try_from(place.offset(SIZE as u64).unwrap()).unwrap();
            content[offset..offset + magic.len()].copy_from_slice(magic);
            assert!(names(&content).contains(&name), "{name} at {offset}");
            content[offset..offset + magic.len()].fill(0);
            content[offset + 1..offset + 1 + magic.len()].copy_from_slice(magic);
            assert!(!names(&content).contains(&name), "{name} one byte too late");
            content[offset + 1..offset + 1 + magic.len()].fill(0);
        }
    }

    #[test]
    fn the_places_counted_from_the_end() {
        // mdadm's super1.c: sb_offset = (sectors - 16) & ~7. Here 65 MiB + 12 KiB are 133144 sectors: 133128.
        let (_, place, _) = SIGNATURES
            .iter()
            .find(|(name, ..)| *name == "md RAID member (1.0)")
            .unwrap();
        assert_eq!(place.offset(SIZE as u64), Some(133_128 * 512));
        // md_p.h: MD_NEW_SIZE_SECTORS(x) = (x & ~127) - 128: 133144 & ~127 = 133120, so 132992.
        let (_, place, _) = SIGNATURES
            .iter()
            .find(|(name, ..)| *name == "md RAID member (0.90)")
            .unwrap();
        assert_eq!(place.offset(SIZE as u64), Some(132_992 * 512));
    }

    #[test]
    fn any_of_the_four_zfs_labels_is_enough() {
        let end = SIZE / (256 * 1024) * (256 * 1024);
        for label in [0, 256 * 1024, end - 512 * 1024, end - 256 * 1024] {
            for magic in [0x00ba_b10c_u64.to_le_bytes(), 0x00ba_b10c_u64.to_be_bytes()] {
                let mut content = vec![0; SIZE];
                let uberblock = label + 128 * 1024 + 5 * 1024;
                content[uberblock..uberblock + 8].copy_from_slice(&magic);
                assert_eq!(
                    find(&content[..]).unwrap(),
                    [Signature {
                        name: "ZFS pool member",
                        offset: uberblock as u64
                    }],
                    "label at {label}"
                );
            }
        }
    }

    #[test]
    fn a_device_that_cannot_be_read_is_an_error_and_not_empty() {
        struct Broken;
        impl Content for Broken {
            fn size_bytes(&self) -> u64 {
                1 << 30
            }
            fn read_at(&self, _: u64, _: &mut [u8]) -> io::Result<()> {
                Err(io::Error::from_raw_os_error(libc::EIO))
            }
        }
        assert!(find(&Broken).is_err());
    }
}
