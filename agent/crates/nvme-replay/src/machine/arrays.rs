//! md arrays over replayed namespaces.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;

use super::Machine;
use crate::error::ReplayError;
use crate::sysfs;

impl Machine {
    /// Assembles a whole array of this level, with a UUID made of its name, over block devices, such as `nvme0n1`.
    ///
    /// # Errors
    /// [`ReplayError::Io`].
    pub fn assemble(&self, name: &str, level: &str, members: &[&str]) -> Result<(), ReplayError> {
        let made = sysfs::array_device(&self.root, name).and_then(|()| {
            for member in members {
                let of = |device: &str| self.sysfs().join("class/block").join(device);
                symlink(of(name), of(member).join("holders").join(name))?;
                fs::create_dir_all(of(name).join("slaves"))?;
                symlink(of(member), of(name).join("slaves").join(member))?;
            }
            Ok(())
        });
        made.map_err(|source| self.io(&self.sysfs(), source))?;
        let count = members.len().to_string();
        for (file, text) in [
            ("level", level),
            ("uuid", &format!("uuid-of-{name}")),
            ("chunk_size", "524288"),
            ("array_state", "clean"),
            ("raid_disks", &count),
        ] {
            self.say_of_array(name, file, text)?;
        }
        if level != "raid0" {
            for (file, text) in [
                ("sync_action", "idle"),
                ("resync_start", "none"),
                ("degraded", "0"),
            ] {
                self.say_of_array(name, file, text)?;
            }
        }
        for member in members {
            self.say_of_array(name, &format!("dev-{member}/state"), "in_sync")?;
        }
        Ok(())
    }

    /// Changes a file of what an array says of itself.
    ///
    /// # Errors
    /// [`ReplayError::Io`].
    pub fn say_of_array(&self, name: &str, file: &str, text: &str) -> Result<(), ReplayError> {
        let path: PathBuf = self.sysfs().join("class/block").join(name).join("md").join(file);
        let written = path.parent().map_or(Ok(()), fs::create_dir_all);
        let written = written.and_then(|()| fs::write(&path, format!("{text}\n")));
        written.map_err(|source| self.io(&path, source))
    }
}
