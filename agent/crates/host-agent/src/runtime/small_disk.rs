//! A file system that is soon full, for tests.

use std::io::Write;
use std::path::Path;

/// A file system of 1 MiB, in memory. Mounting needs root.
pub struct SmallDisk(tempfile::TempDir);

impl SmallDisk {
    /// `None` where it cannot be mounted; a word on that goes to the test's output.
    pub fn mount() -> Option<Self> {
        let directory = tempfile::tempdir().unwrap();
        let status = std::process::Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=1m,mode=700", "tmpfs"])
            .arg(directory.path())
            .output();
        if status.is_ok_and(|output| output.status.success()) {
            return Some(Self(directory));
        }
        let _ = writeln!(
            std::io::stderr(),
            "SKIPPED a full file system: mounting needs root"
        );
        None
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Takes all the room that is left.
    pub fn fill(&self) {
        let mut file = std::fs::File::create(self.path().join("filler")).unwrap();
        while file.write_all(&[0; 4096]).is_ok() {}
    }

    /// Gives it back.
    pub fn empty(&self) {
        std::fs::remove_file(self.path().join("filler")).unwrap();
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount")
            .arg("-l")
            .arg(self.path())
            .status();
    }
}
