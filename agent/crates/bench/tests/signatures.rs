//! What the tools of Linux make of a disk is found, and what blkid sees nothing in is nothing. Each tool that is missing is
//! said.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking, its helpers too")]

mod support;

use crosspoint_bench::random::SplitMix64;
use crosspoint_bench::signature::find;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use support::{directory, has, skipped};

const MIB: usize = 1 << 20;

/// A command and its package. `$image` is a file of random bytes, as a drive has after a run.
const MADE: &[(&str, &str)] = &[
    ("mkfs.ext2 -q -F $image", "e2fsprogs"),
    ("mkfs.ext2 -q -F -r 0 -O none $image", "e2fsprogs"),
    ("mkfs.ext2 -q -F -b 1024 -O ^dir_index $image", "e2fsprogs"),
    ("mkfs.ext3 -q -F $image", "e2fsprogs"),
    ("mkfs.ext4 -q -F $image", "e2fsprogs"),
    (
        "mkfs.ext4 -q -F -b 4096 -O metadata_csum,64bit $image",
        "e2fsprogs",
    ),
    (
        "mkfs.ext4 -q -F -O ^metadata_csum,^has_journal,bigalloc $image",
        "e2fsprogs",
    ),
    ("mke2fs -q -F -O journal_dev -b 4096 $image", "e2fsprogs"),
    ("mkfs.nilfs2 -q -f -B 16 -b 1024 $image", "nilfs-tools"),
    ("mkfs.minix -1 $image", "util-linux"),
    ("mkfs.minix -2 $image", "util-linux"),
    ("mkfs.minix -3 $image", "util-linux"),
    ("mkfs.bfs $image", "util-linux"),
    ("mkfs.vfat $image", "dosfstools"),
    ("mkswap -f $image", "util-linux"),
    ("mkswap -f -p 32768 $image", "util-linux"),
    ("sfdisk -q $image << END\nlabel: dos\nsize=4M\nEND\n", "fdisk"),
    ("sfdisk -q $image << END\nlabel: gpt\nsize=4M\nEND\n", "fdisk"),
    ("sfdisk -q $image << END\nlabel: sun\nsize=4M\nEND\n", "fdisk"),
    ("sfdisk -q $image << END\nlabel: sgi\nsize=4M\nEND\n", "fdisk"),
];

fn random_fill(seed: u64, bytes: usize) -> Vec<u8> {
    let mut content = vec![0; bytes];
    SplitMix64::new(seed).fill(&mut content);
    content
}

fn found(image: &Path) -> Vec<&'static str> {
    let content = fs::read(image).unwrap();
    find(&content[..])
        .unwrap()
        .iter()
        .map(|signature| signature.name)
        .collect()
}

/// Whether blkid, which checks sums, finds anything.
fn blkid_finds(image: &Path) -> bool {
    let output = Command::new("blkid").arg("-p").arg(image).output().unwrap();
    // 8: two things at once; 2: nothing.
    assert!(matches!(output.status.code(), Some(0 | 2 | 8)), "{output:?}");
    output.status.code() != Some(2)
}

#[test]
fn what_the_tools_of_linux_make_is_found_over_what_was_there() {
    let test = "what_the_tools_of_linux_make_is_found";
    if !has(test, "blkid", "util-linux") {
        return;
    }
    let directory = directory();
    for (seed, (command, package)) in (0..).zip(MADE) {
        let program = command.split(' ').next().unwrap();
        let works = Command::new("sh")
            .args(["-c", &format!("command -v {program}")])
            .stdout(Stdio::null())
            .status();
        if !works.unwrap().success() {
            skipped(test, &format!("{program} is missing (Debian: {package})"));
            continue;
        }
        let image = directory.path().join(format!("image{seed}"));
        fs::write(&image, random_fill(seed, 16 * MIB)).unwrap();
        assert_eq!(found(&image), [""; 0], "before {command}");
        let script = command.replace("$image", &format!("'{}'", image.display()));
        let output = Command::new("sh")
            .args(["-c", &script])
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{command}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        let ours = found(&image);
        assert!(blkid_finds(&image), "{command} made nothing that blkid knows");
        assert!(!ours.is_empty(), "{command} made nothing that we know");
        println!("{command}: {ours:?}");
        fs::remove_file(&image).unwrap();
    }
}

#[test]
fn chance_makes_nothing_that_is_taken_for_a_disk() {
    let test = "chance_makes_nothing_that_is_taken_for_a_disk";
    if !has(test, "blkid", "util-linux") {
        return;
    }
    let directory = directory();
    let image = directory.path().join("image");
    // The magic numbers of two bytes that one of some 13,000 fills has somewhere, and whether every blkid sees through them:
    // that of util-linux 2.38 takes the first alone for ext, later ones look at the structure.
    let magics: [(usize, [u8; 2], bool); 6] = [
        (0x438, [0x53, 0xef], false),
        (510, [0x55, 0xaa], true),
        (0x406, [0x34, 0x34], true),
        (508, [0xda, 0xbe], true),
        (0x410, [0x7f, 0x13], true),
        (0x400, *b"BD", true),
    ];
    for (seed, (at, magic, is_seen_through)) in (100..148).zip(magics.into_iter().cycle()) {
        let mut content = random_fill(seed, MIB);
        content[at..at + 2].copy_from_slice(&magic);
        fs::write(&image, &content).unwrap();
        assert_eq!(found(&image), [""; 0], "{magic:x?} in the fill of seed {seed}");
        if is_seen_through {
            assert!(!blkid_finds(&image), "{magic:x?} in the fill of seed {seed}");
        }
    }
}
