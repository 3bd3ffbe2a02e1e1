//! Each signature at its place, and what chance writes.

use super::*;
use crate::random::SplitMix64;

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
fn an_empty_device_has_none() {
    assert!(names(&vec![0; SIZE]).is_empty());
    assert!(names(&[]).is_empty());
    assert!(names(&[0; 512]).is_empty());
}

#[test]
fn each_signature_is_found_where_it_belongs_and_nowhere_else() {
    let mut content = vec![0; SIZE];
    for (name, place, magic) in table::signatures() {
        let offset = usize::try_from(place.offset(SIZE as u64).unwrap()).unwrap();
        content[offset..offset + magic.len()].copy_from_slice(&magic);
        assert!(names(&content).contains(&name), "{name} at {offset}");
        content[offset..offset + magic.len()].fill(0);
        content[offset + 1..offset + 1 + magic.len()].copy_from_slice(&magic);
        assert!(!names(&content).contains(&name), "{name} one byte too late");
        content[offset + 1..offset + 1 + magic.len()].fill(0);
    }
}

#[test]
fn those_who_write_past_the_kernel_are_known() {
    for (offset, magic, name) in [
        (0, &b"SPDKBLOB"[..], "SPDK blobstore"),
        // DRV_HEADER_MAGIC is 0x4349747275730322.
        (
            0,
            &0x4349_7472_7573_0322_u64.to_le_bytes()[..],
            "Aerospike device",
        ),
        (SIZE - 4036, &0x8374_026d_u32.to_be_bytes()[..], "DRBD device"),
        (4, b"\x3d\xc1\x3c\x87\xc0\x5b\xe3\xb6", "OpenSVC heartbeat"),
    ] {
        let mut content = vec![0; SIZE];
        content[offset..offset + magic.len()].copy_from_slice(magic);
        assert_eq!(names(&content), [name]);
    }
}

/// What a run leaves behind: random bytes, 300 KiB of them, so that there is room for no ZFS label.
fn random_fill(seed: u64) -> Vec<u8> {
    let mut content = vec![0; 300 * 1024];
    SplitMix64::new(seed).fill(&mut content);
    content
}

#[test]
fn random_bytes_with_a_magic_number_of_two_bytes_are_nothing() {
    for seed in 0..64 {
        let mut content = random_fill(seed);
        assert_eq!(names(&content), [""; 0], "seed {seed}");
        for short in SHORT {
            let start = usize::try_from(short.start.offset(content.len() as u64).unwrap()).unwrap();
            let place = start + short.magic_at;
            content[place..place + 2].copy_from_slice(&short.magic);
            assert_eq!(
                names(&content),
                [""; 0],
                "{} in the fill of seed {seed}",
                short.name
            );
        }
    }
}

#[test]
fn bytes_that_were_kept_clear_have_no_such_magic_number_in_any_sector() {
    let mut content = random_fill(1);
    for (sector, short) in content.chunks_exact_mut(512).zip(SHORT.iter().cycle()) {
        let at = short.magic_at % 512;
        sector[at..at + 2].copy_from_slice(&short.magic);
    }
    let before = content.clone();
    keep_clear(&mut content);
    let turned = content.iter().zip(&before).filter(|(now, before)| now != before);
    // The one in each of the 600 sectors, and those that chance has written: 19 of 2^-16 in each, 0.2 in all.
    assert!((600..605).contains(&turned.count()));
    for (sector, short) in content
        .chunks_exact(512)
        .flat_map(|sector| SHORT.iter().map(move |short| (sector, short)))
    {
        let at = short.magic_at % 512;
        assert_ne!(sector[at..at + 2], short.magic, "{}", short.name);
    }
    for short in SHORT.iter().filter(|short| short.magic_at == 0) {
        assert_eq!(short.magic[0] & CLEAR_AT_START, 0, "{}", short.name);
    }
}

#[test]
fn structures_that_are_real_are_found_though_a_part_is_damaged() {
    let with = |parts: &[(usize, &[u8])]| {
        let mut content = random_fill(7);
        for (at, bytes) in parts {
            content[*at..*at + bytes.len()].copy_from_slice(bytes);
        }
        names(&content)
    };
    let ext = ["ext2, ext3 or ext4 file system"];
    assert_eq!(
        with(&[(0x438, &[0x53, 0xef]), (0x418, &2_u32.to_le_bytes())]),
        ext
    );
    assert_eq!(
        with(&[(0x438, &[0x53, 0xef]), (0x44c, &1_u32.to_le_bytes())]),
        ext
    );
    let mbr = ["MBR partition table or boot sector"];
    let active = [
        (510, &[0x55, 0xaa][..]),
        (446, &[0x80]),
        (462, &[0]),
        (478, &[0]),
        (494, &[0]),
    ];
    assert_eq!(with(&active), mbr);
    assert_eq!(with(&[&active[..], &[(478, &[1][..])]].concat()), [""; 0]);
    // FAT without a name: a jump, 512 bytes a sector; then without the jump, fully described.
    assert_eq!(
        with(&[(510, &[0x55, 0xaa]), (0, &[0xeb, 0x3c, 0x90]), (11, &[0, 2])]),
        mbr
    );
    let described = [0, 2, 8, 1, 0, 2, 0, 2, 0, 0, 0xf8];
    assert_eq!(with(&[(510, &[0x55, 0xaa]), (11, &described)]), mbr);
    let nilfs: [(usize, &[u8]); 3] = [
        (0x406, &[0x34, 0x34]),
        (0x408, &280_u16.to_le_bytes()),
        (0x414, &2_u32.to_le_bytes()),
    ];
    assert_eq!(with(&nilfs), ["NILFS2 file system"]);
    assert_eq!(
        with(&[(508, &[0xda, 0xbe]), (188, &[0x60, 0x0d, 0xde, 0xee])]),
        ["Sun disk label"]
    );
}

#[test]
fn the_places_counted_from_the_end() {
    // mdadm's super1.c: sb_offset = (sectors - 16) & ~7. Here 65 MiB + 12 KiB are 133144 sectors: 133128.
    let place_of = |wanted: &str| {
        let found = table::signatures().find(|(name, ..)| *name == wanted);
        found.unwrap().1
    };
    let place = place_of("md RAID member (1.0)");
    assert_eq!(place.offset(SIZE as u64), Some(133_128 * 512));
    // md_p.h: MD_NEW_SIZE_SECTORS(x) = (x & ~127) - 128: 133144 & ~127 = 133120, so 132992.
    let place = place_of("md RAID member (0.90)");
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

/// The first record of a log that has come round begins wherever the one before it ended.
#[test]
fn a_log_of_xfs_is_found_though_its_first_record_is_not_at_the_start() {
    let record = |at: usize, version: u32| {
        let mut content = random_fill(11);
        content[at..at + 4].copy_from_slice(b"\xfe\xed\xba\xbe");
        content[at + 8..at + 12].copy_from_slice(&version.to_be_bytes());
        names(&content)
    };
    for sector in [1, 37, 511] {
        for version in [1, 2] {
            assert_eq!(record(sector * 512, version), ["XFS external log"], "{sector}");
        }
        assert_eq!(record(sector * 512, 0x1000), [""; 0], "chance");
    }
    assert_eq!(record(512 * 512, 2), [""; 0], "further than anybody looks");
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
