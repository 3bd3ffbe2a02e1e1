//! Signatures whose magic number is long enough to stand for itself: three bytes or more.

use super::place::Place::{self, End, LastBlock, Start};

pub(super) const KIB: u64 = 1024;
const MIB: u64 = 1024 * KIB;

/// In the first of a ring of records, which is not always at the start.
pub(super) const XFS_LOG: &str = "XFS external log";
pub(super) const XFS_LOG_MAGIC: &[u8] = b"\xfe\xed\xba\xbe";

/// Name, place, magic number.
#[rustfmt::skip]
const SIGNATURES: &[(&str, Place, &[u8])] = &[
    // Partition tables. The second place of GPT is for logical blocks of 4096 bytes.
    ("GPT partition table", Start(512), b"EFI PART"),
    ("GPT partition table", Start(4096), b"EFI PART"),
    ("GPT partition table (backup)", End(512), b"EFI PART"),
    ("GPT partition table (backup)", End(4096), b"EFI PART"),
    ("Apple partition map", Start(512), b"PM\0\0"),
    ("Apple partition map", Start(1024), b"PM\0\0"),
    ("Apple partition map", Start(2048), b"PM\0\0"),
    ("Apple partition map", Start(4096), b"PM\0\0"),
    ("BSD disk label", Start(512), b"\x57\x45\x56\x82"),
    ("BSD disk label", Start(64), b"\x57\x45\x56\x82"),
    ("BSD disk label", Start(128), b"\x57\x45\x56\x82"),
    ("AIX disk label", Start(0), b"\xc9\xc2\xd4\xc1"),
    ("SGI disk label", Start(0), b"\x0b\xe5\xa9\x41"),
    ("Solaris disk label", Start(512 + 12), b"\xee\xde\x0d\x60"),
    ("UnixWare disk label", Start(29 * 512 + 4), b"\x0d\x60\xe5\xca"),
    ("Ultrix disk label", Start(16 * KIB - 72), b"\x57\x29\x03\0"),
    // File systems.
    ("XFS file system", Start(0), b"XFSB"),
    (XFS_LOG, Start(0), XFS_LOG_MAGIC),
    ("btrfs file system", Start(64 * KIB + 0x40), b"_BHRfS_M"),
    ("btrfs file system (second superblock)", Start(64 * MIB + 0x40), b"_BHRfS_M"),
    ("F2FS file system", Start(0x400), b"\x10\x20\xf5\xf2"),
    ("FAT file system", Start(0x36), b"FAT12   "),
    ("FAT file system", Start(0x36), b"FAT16   "),
    ("FAT file system", Start(0x52), b"FAT32   "),
    ("FAT file system", Start(0x36), b"FAT     "),
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
    ("ReiserFS file system", Start(8 * KIB + 0x34), b"ReIsErFs"),
    ("ReiserFS file system", Start(8 * KIB + 20), b"ReIsErFs"),
    ("GFS2 file system", Start(64 * KIB), b"\x01\x16\x19\x70"),
    ("OCFS2 file system", Start(KIB), b"OCFSV2"),
    ("OCFS2 file system", Start(2 * KIB), b"OCFSV2"),
    ("OCFS2 file system", Start(4 * KIB), b"OCFSV2"),
    ("OCFS2 file system", Start(8 * KIB), b"OCFSV2"),
    ("bcachefs file system", Start(4 * KIB + 0x18), b"\xc6\x85\x73\xf6\x66\xce\x90\xa9\xd9\x6a\x60\xcf\x80\x3d\xf7\xef"),
    ("bcachefs file system", Start(2 * MIB + 0x18), b"\xc6\x85\x73\xf6\x66\xce\x90\xa9\xd9\x6a\x60\xcf\x80\x3d\xf7\xef"),
    ("bcachefs file system", End(MIB - 0x18), b"\xc6\x85\x73\xf6\x66\xce\x90\xa9\xd9\x6a\x60\xcf\x80\x3d\xf7\xef"),
    ("OCFS file system", Start(8 * KIB), b"OracleCFS"),
    ("zonefs file system", Start(0), b"SFOZ"),
    ("ScoutFS device", Start(64 * KIB + 4), b"\x8b\x42\x3c\x10"),
    ("HSE media pool", Start(0), b"mpoolDev"),
    ("EXFS file system", Start(0), b"EXFS"),
    ("Veritas file system", Start(KIB), b"\xf5\xfc\x01\xa5"),
    ("Veritas file system", Start(8 * KIB), b"\xa5\x01\xfc\xf5"),
    ("NetWare file system", Start(4 * KIB), b"SPB5"),
    ("HPFS file system", Start(8 * KIB), b"\x49\xe8\x95\xf9"),
    ("BeOS file system", Start(32), b"BFS1"),
    ("BeOS file system", Start(32), b"1SFB"),
    ("BeOS file system", Start(512 + 32), b"BFS1"),
    ("BeOS file system", Start(512 + 32), b"1SFB"),
    ("UnixWare boot file system", Start(0), b"\xce\xfa\xad\x1b"),
    ("Xenix file system", Start(2 * KIB), b"\x2b\x55\x44"),
    ("Xenix file system", Start(2 * KIB), b"\x44\x55\x2b"),
    ("cramfs file system", Start(0), b"\x45\x3d\xcd\x28"),
    ("cramfs file system", Start(0), b"\x28\xcd\x3d\x45"),
    ("romfs file system", Start(0), b"-rom1fs-"),
    ("UBI volume", Start(0), b"UBI#"),
    ("UBIFS file system", Start(0), b"\x31\x18\x10\x06"),
    ("SquashFS file system", Start(0), b"hsqs"),
    ("SquashFS file system", Start(0), b"sqsh"),
    ("EROFS file system", Start(0x400), b"\xe2\xe1\xf5\xe0"),
    ("UDF file system", Start(32 * KIB + 1), b"BEA01"),
    ("UDF file system", Start(32 * KIB + 1), b"BOOT2"),
    ("UDF file system", Start(32 * KIB + 1), b"CDW02"),
    ("UDF file system", Start(32 * KIB + 1), b"NSR02"),
    ("UDF file system", Start(32 * KIB + 1), b"NSR03"),
    ("UDF file system", Start(32 * KIB + 1), b"TEA01"),
    ("High Sierra file system", Start(32 * KIB + 9), b"CDROM"),
    ("ISO 9660 file system", Start(32 * KIB + 1), b"CD001"),
    ("VMFS volume", Start(MIB), b"\x0d\xd0\x01\xc0"),
    ("VMFS file system", Start(2 * MIB), b"\x5e\xf1\xab\x2f"),
    ("hibernation image", Start(0), b"\xed\xc3\x02\xe9\x98\x56\xe5\x0c"),
    // Volume managers, RAID, caches.
    ("LVM2 physical volume", Start(0), b"LABELONE"),
    ("LVM2 physical volume", Start(512), b"LABELONE"),
    ("LVM2 physical volume", Start(1024), b"LABELONE"),
    ("LVM2 physical volume", Start(1536), b"LABELONE"),
    ("LVM1 physical volume", Start(0), b"HM\x01\0"),
    ("LVM1 physical volume", Start(0), b"HM\x02\0"),
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
    // Every version has its magic at the same place in the last 4 KiB: v07, v08, v08 while it
    // is attached (8.4), v09.
    ("DRBD device", End(4096 - 60), b"\x83\x74\x02\x6a"),
    ("DRBD device", End(4096 - 60), b"\x83\x74\x02\x6b"),
    ("DRBD device", End(4096 - 60), b"\x83\x74\x02\x6c"),
    ("DRBD device", End(4096 - 60), b"\x83\x74\x02\x6d"),
    ("OpenSVC heartbeat", Start(4), b"\x3d\xc1\x3c\x87\xc0\x5b\xe3\xb6"),
    ("DRBD management volume", Start(0), b"$DRBDmgr=q"),
    ("DRBD proxy log", Start(0), b"DRBDdlh*"),
    ("Adaptec RAID member", End(512), b"\x37\xfc\x4d\x1e"),
    ("HighPoint RAID member", End(11 * 512), b"\xf3\x16\x78\x5a"),
    ("HighPoint RAID member", End(11 * 512), b"\xfd\x16\x78\x5a"),
    ("HighPoint RAID member", Start(9 * 512 + 32), b"\xf0\x16\x78\x5a"),
    ("HighPoint RAID member", Start(9 * 512 + 32), b"\xfd\x16\x78\x5a"),
    ("LSI MegaRAID member", End(512), b"$XIDE$"),
    ("NVIDIA RAID member", End(1024), b"NVIDIA  "),
    ("Silicon Image RAID member", End(512 - 0x60), b"\0\0\0\x2f"),
    ("bcache device", Start(4 * KIB + 0x18), b"\xc6\x85\x73\xf6\x4e\x1a\x45\xca\x82\x65\xf5\x7f\x48\xba\x6d\x81"),
    ("device-mapper snapshot", Start(0), b"SnAp"),
    ("dm-integrity device", Start(0), b"integrt\0"),
    ("dm-verity hash device", Start(0), b"verity\0\0"),
    ("VDO volume", Start(0), b"dmvdo001"),
    ("Stratis pool member", Start(512 + 4), b"!Stra0tis\x86\xff\x02^\x41rh"),
    ("Stratis pool member", Start(4096 + 512 + 4), b"!Stra0tis\x86\xff\x02^\x41rh"),
    ("Ceph BlueStore device", Start(0), b"bluestore block device"),
    // SPDK (lib/blob/blobstore.h, module/bdev/raid/bdev_raid.h, lib/ftl/ftl_sb_current.h).
    ("SPDK blobstore", Start(0), b"SPDKBLOB"),
    ("SPDK RAID member", Start(0), b"SPDKRAID"),
    ("SPDK FTL device", Start(8), b"\x89\x19\x20\x19\x83\x16\x10\x14"),
    // Aerospike (as/include/storage/drv_common.h): from version 3 of its format on, and before.
    ("Aerospike device", Start(0), b"\x22\x03\x73\x75\x72\x74\x49\x43"),
    ("Aerospike device", Start(0), b"\x07\x07\x73\x75\x72\x74\x49\x43"),
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
    ("BitLocker volume", Start(0), b"\xeb\x58\x90MSWIN4.1"),
];

/// Page sizes of the machines that may have made a swap area; its magic ends where the first page ends.
const PAGE_SIZES: [u64; 5] = [4 * KIB, 8 * KIB, 16 * KIB, 32 * KIB, 64 * KIB];
const SWAP_MAGICS: [(&str, &[u8]); 6] = [
    ("swap area", b"SWAPSPACE2"),
    ("swap area", b"SWAP-SPACE"),
    ("hibernation image", b"S1SUSPEND"),
    ("hibernation image", b"S2SUSPEND"),
    ("hibernation image", b"ULSUSPEND"),
    ("hibernation image", b"LINHIB0001"),
];

/// UFS in its variants (`fs_magic`, 0x55c into the superblock), in either byte order.
const UFS_PLACES: [u64; 4] = [0, 8 * KIB, 64 * KIB, 256 * KIB];
const UFS_MAGICS: [[u8; 4]; 6] = [
    [0x00, 0x01, 0x19, 0x54],
    [0x19, 0x54, 0x01, 0x19],
    [0x00, 0x19, 0x56, 0x12],
    [0x00, 0x09, 0x50, 0x14],
    [0x00, 0x61, 0x21, 0x95],
    [0x05, 0x23, 0x19, 0x94],
];
/// System V file systems (`s_magic`, 0x1f8 into the superblock), in either byte order.
const SYSV_PLACES: [u64; 4] = [512, 9 * KIB + 512, 15 * KIB + 512, 18 * KIB + 512];
const SYSV_MAGIC: [u8; 4] = [0xfd, 0x18, 0x7e, 0x20];
/// Where Promise's controllers put their metadata, in sectors before the end.
const PROMISE_SECTORS: [u64; 13] = [63, 255, 256, 16, 399, 591, 675, 735, 911, 974, 991, 951, 3087];

/// All of them: name, place, magic number.
pub(super) fn signatures() -> impl Iterator<Item = (&'static str, Place, Vec<u8>)> {
    let either_order = |magic: [u8; 4]| {
        let mut swapped = magic;
        swapped.reverse();
        [magic.to_vec(), swapped.to_vec()]
    };
    let plain = SIGNATURES
        .iter()
        .map(|(name, place, magic)| (*name, *place, magic.to_vec()));
    let swap = PAGE_SIZES
        .iter()
        .flat_map(|page| SWAP_MAGICS.map(|(name, magic)| (name, Start(page - 10), magic.to_vec())));
    let ufs = UFS_PLACES.iter().flat_map(move |place| {
        let magics = UFS_MAGICS.into_iter().flat_map(either_order);
        magics.map(move |magic| ("UFS file system", Start(place + 0x55c), magic))
    });
    let sysv = SYSV_PLACES.iter().flat_map(move |place| {
        let magics = either_order(SYSV_MAGIC).into_iter();
        magics.map(move |magic| ("System V file system", Start(place + 0x1f8), magic))
    });
    let promise = PROMISE_SECTORS.iter().map(|sectors| {
        let magic = b"Promise Technology, Inc.".to_vec();
        (
            "Promise RAID member",
            LastBlock {
                block_bytes: 512,
                blocks_before_end: *sectors,
                offset: 0,
            },
            magic,
        )
    });
    plain.chain(swap).chain(ufs).chain(sysv).chain(promise)
}
