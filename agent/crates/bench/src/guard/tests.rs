//! Each refusal on a host made of files: `sda` with partitions 1 and 2, and whatever a test adds.

mod content;
mod exported;
mod open_files;
mod unanswered;
mod used;
mod watched;

use super::*;
use std::os::unix::fs::symlink;
use tempfile::TempDir;

/// What `stat` of a quiet disk says: reads, …, writes, …, in flight (the ninth).
const COUNTED: &str = "100 0 800 4 7 0 56 2 0 6 6 0 0 0 0 0 0";

struct FakeHost {
    root: TempDir,
    host: Host,
}

impl FakeHost {
    fn new() -> Self {
        let root = tempfile::tempdir().unwrap();
        let host = Host {
            sys: root.path().join("sys"),
            proc: root.path().join("proc"),
        };
        fs::create_dir_all(host.sys.join("dev/block")).unwrap();
        fs::create_dir_all(host.sys.join("class/block")).unwrap();
        fs::create_dir_all(host.proc.join("self")).unwrap();
        fs::write(
            host.proc.join("self/mountinfo"),
            "22 1 0:20 / /proc rw - proc proc rw\n",
        )
        .unwrap();
        fs::write(host.proc.join("swaps"), "Filename Type Size Used Priority\n").unwrap();
        let fake = FakeHost { root, host };
        fake.add_device("devices/pci0/block/xda", "400:0");
        fake.add_partition("devices/pci0/block/xda/xda1", "400:1");
        fake.add_partition("devices/pci0/block/xda/xda2", "400:2");
        fake.add_device("devices/pci1/block/xdb", "400:16");
        fake
    }

    fn add_device(&self, path: &str, number: &str) {
        let directory = self.host.sys.join(path);
        let name = directory.file_name().unwrap().to_owned();
        fs::create_dir_all(directory.join("holders")).unwrap();
        fs::write(directory.join("dev"), format!("{number}\n")).unwrap();
        fs::write(directory.join("ro"), "0\n").unwrap();
        fs::write(directory.join("stat"), COUNTED).unwrap();
        symlink(&directory, self.host.sys.join("dev/block").join(number)).unwrap();
        symlink(&directory, self.host.sys.join("class/block").join(name)).unwrap();
    }

    fn add_partition(&self, path: &str, number: &str) {
        self.add_device(path, number);
        fs::write(self.host.sys.join(path).join("partition"), "1\n").unwrap();
    }

    fn hold(&self, below: &str, above: &str) {
        let link = self
            .host
            .sys
            .join("class/block")
            .join(below)
            .join("holders")
            .join(above);
        symlink(self.host.sys.join("class/block").join(above), link).unwrap();
    }

    fn rest(&self, above: &str, below: &str) {
        let slaves = self.host.sys.join("class/block").join(above).join("slaves");
        fs::create_dir_all(&slaves).unwrap();
        symlink(self.host.sys.join("class/block").join(below), slaves.join(below)).unwrap();
    }

    /// A file of configfs.
    fn configure(&self, path: &str, text: &str) {
        let path = self.host.sys.join("kernel/config").join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Watches `name` while its disk `disk` counts what stands in `stats`, one after the other; how often it was watched too.
    fn watch(&self, name: &str, disk: &str, stats: &[&str]) -> (Vec<String>, usize) {
        let stats = std::cell::RefCell::new(stats.iter());
        let watched = std::cell::Cell::new(0);
        let path = self.host.sys.join("class/block").join(disk).join("stat");
        let relatives = self.host.relatives(&self.device(name)).unwrap();
        let members = self.host.members_with_books(&self.device(name)).unwrap();
        let reasons = traffic::foreign(&self.host, &relatives, &members, || {
            watched.set(watched.get() + 1);
            if let Some(stat) = stats.borrow_mut().next() {
                fs::write(&path, stat).unwrap();
            }
        });
        (reasons.iter().map(ToString::to_string).collect(), watched.get())
    }

    fn append(&self, file: &str, line: &str) {
        let path = self.host.proc.join(file);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(path, format!("{text}{line}\n")).unwrap();
    }

    fn device(&self, name: &str) -> BlockDevice {
        self.host.device_named(name).unwrap()
    }

    fn uses(&self, name: &str) -> Vec<String> {
        uses_of_device(&self.host, &self.device(name))
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    fn contents(&self, name: &str, content: &[u8]) -> Vec<String> {
        struct Bytes<'a>(&'a [u8]);
        impl Content for Bytes<'_> {
            fn size_bytes(&self) -> u64 {
                self.0.size_bytes()
            }
            fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
                self.0.read_at(offset, buffer)
            }
        }
        let reasons = contents_of_device(&self.host, &self.device(name), &Bytes(content));
        reasons.iter().map(ToString::to_string).collect()
    }
}
