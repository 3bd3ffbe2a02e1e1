//! Disks with partitions.

use crate::support::{Loop, Mounted, can_loop, directory, file, has, must};
use crate::{MIB, assert_refused, guard};
use std::fs::OpenOptions;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::process::Command;

/// An MBR with one Linux partition from sector 2048 on.
fn write_partition_table(image: &Path, sectors: u32) {
    let mut table = [0_u8; 512];
    table[446 + 4] = 0x83;
    table[446 + 8..446 + 12].copy_from_slice(&2048_u32.to_le_bytes());
    table[446 + 12..446 + 16].copy_from_slice(&sectors.to_le_bytes());
    table[510..].copy_from_slice(b"\x55\xaa");
    OpenOptions::new()
        .write(true)
        .open(image)
        .unwrap()
        .write_all_at(&table, 0)
        .unwrap();
}

#[test]
fn a_partitioned_device_is_refused() {
    if !can_loop("a_partitioned_device_is_refused") {
        return;
    }
    let directory = directory();
    let image = file(&directory, "image", 8 * MIB);
    write_partition_table(&image, 2048);
    let device = Loop::on(&image);
    assert_refused(device.str(), &image, "MBR partition table");
}

/// A partition that the kernel knows, taken away at the end.
struct Partition<'a> {
    disk: &'a Loop,
    path: String,
}

impl<'a> Partition<'a> {
    /// By BLKPG: this also works where the kernel reads no partition tables.
    fn add(disk: &'a Loop, number: u32, first_sector: u32, sectors: u32) -> Self {
        let [number_text, first, length] = [number, first_sector, sectors].map(|n| n.to_string());
        must("addpart", &[disk.str(), &number_text, &first, &length]);
        Partition {
            disk,
            path: format!("{}p{number}", disk.str()),
        }
    }
}

impl Drop for Partition<'_> {
    fn drop(&mut self) {
        let number = self.path.rsplit('p').next().unwrap_or_default();
        let _ = Command::new("delpart").args([self.disk.str(), number]).status();
    }
}

#[test]
fn a_mounted_partition_forbids_its_disk_and_its_neighbour() {
    let test = "a_mounted_partition_forbids_its_disk";
    if !can_loop(test) || !has(test, "addpart", "util-linux-extra") || !has(test, "mkfs.ext4", "e2fsprogs") {
        return;
    }
    let directory = directory();
    let image = file(&directory, "image", 32 * MIB);
    let disk = Loop::on(&image);
    let first = Partition::add(&disk, 1, 2048, 32_768);
    let second = Partition::add(&disk, 2, 34_816, 8192);
    assert_refused(
        disk.str(),
        &image,
        &format!("it has the partition {}", first.path),
    );
    let (said, code) = guard(&second.path);
    assert_eq!(code, Some(0), "an unused partition of an unused disk: {said}");
    must("mkfs.ext4", &["-q", &first.path]);
    let mounted = Mounted::device(&first.path, "ro");
    let place = format!(
        "{} is mounted on {}",
        first.path,
        mounted.directory.path().display()
    );
    assert_refused(disk.str(), &image, &place);
    assert_refused(&second.path, &image, &place);
}
