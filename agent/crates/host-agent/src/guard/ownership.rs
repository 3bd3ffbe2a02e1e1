//! Who could change a file whose word counts: its owner, whoever its mode lets write, and whoever could put another file
//! into its place, in any directory on the way to it.

use std::fs::{File, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use nix::unistd::geteuid;

/// Writable for group or others.
const FOREIGN_WRITE_BITS: u32 = 0o022;
/// In such a directory only its owner can rename or remove a file.
const STICKY_BIT: u32 = 0o1000;
const ROOT: u32 = 0;

/// How others than root and this process's own user could change an opened file, and how to end that; `None` if they
/// cannot.
///
/// # Errors
/// If it cannot be found out.
pub fn changeable_by_others(file: &File, path: &Path) -> io::Result<Option<String>> {
    if let Some(reason) = of_file(path, &file.metadata()?) {
        return Ok(Some(reason));
    }
    // The path as it is named may lead over links: whoever can turn them chooses the file.
    for way in [std::path::absolute(path)?, path.canonicalize()?] {
        for entry in way.ancestors() {
            let Some(directory) = entry.parent() else { break };
            if let Some(reason) = of_directory(directory, &directory.metadata()?, entry)? {
                return Ok(Some(reason));
            }
        }
    }
    Ok(None)
}

fn of_file(path: &Path, metadata: &Metadata) -> Option<String> {
    let is_safe = is_own(metadata) && metadata.mode() & FOREIGN_WRITE_BITS == 0;
    (!is_safe).then(|| {
        format!(
            "users other than root can change it ({}): chown root {1} && chmod 644 {1}",
            rights(metadata),
            path.display()
        )
    })
}

fn of_directory(directory: &Path, metadata: &Metadata, entry: &Path) -> io::Result<Option<String>> {
    let is_shared = metadata.mode() & FOREIGN_WRITE_BITS != 0;
    let is_guarded = !is_shared || (metadata.mode() & STICKY_BIT != 0 && is_own(&entry.symlink_metadata()?));
    let is_safe = is_own(metadata) && is_guarded;
    Ok((!is_safe).then(|| {
        format!(
            "users other than root can replace it, because they can write to {0} ({1}): \
             chown root {0} && chmod go-w {0}",
            directory.display(),
            rights(metadata)
        )
    }))
}

fn is_own(metadata: &Metadata) -> bool {
    metadata.uid() == ROOT || metadata.uid() == geteuid().as_raw()
}

fn rights(metadata: &Metadata) -> String {
    format!("owner {}, mode {:04o}", metadata.uid(), metadata.mode() & 0o7777)
}

#[cfg(test)]
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::{PermissionsExt, chown, symlink};

    use super::*;

    fn judged(path: &Path) -> Option<String> {
        changeable_by_others(&File::open(path).unwrap(), path).unwrap()
    }

    fn set_mode(path: &Path, mode: u32) {
        std::fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    }

    /// A directory of mode 0700 with a file of mode 0644 two levels below.
    fn place() -> (tempfile::TempDir, std::path::PathBuf) {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("etc/crosspoint/policy.toml");
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, "").unwrap();
        for path in [file.parent().unwrap(), file.parent().unwrap().parent().unwrap()] {
            set_mode(path, 0o755);
        }
        set_mode(&file, 0o644);
        (directory, file)
    }

    #[test]
    fn a_file_of_ones_own_that_nobody_else_can_write_is_trusted() {
        let (_directory, file) = place();
        assert_eq!(judged(&file), None);
        set_mode(&file, 0o600);
        assert_eq!(judged(&file), None);
    }

    #[test]
    fn a_file_or_a_directory_on_its_way_that_group_or_others_can_write_is_not() {
        for mode in [0o664, 0o646, 0o666] {
            let (_directory, file) = place();
            set_mode(&file, mode);
            let reason = judged(&file).unwrap();
            assert!(
                reason.contains(&format!("mode {mode:04o}")) && reason.contains("chmod 644"),
                "{reason}"
            );
        }
        for mode in [0o775, 0o757] {
            let (_directory, file) = place();
            for level in [1, 2] {
                let above = file.ancestors().nth(level).unwrap();
                set_mode(above, mode);
                let reason = judged(&file).unwrap();
                assert!(
                    reason.contains(&format!("write to {} (", above.display())),
                    "{reason}"
                );
                set_mode(above, 0o755);
            }
        }
    }

    #[test]
    fn a_link_counts_with_the_directory_it_lies_in_and_the_one_it_leads_to() {
        let (_directory, file) = place();
        let (other, _) = place();
        let link = other.path().join("policy.toml");
        symlink(&file, &link).unwrap();
        assert_eq!(judged(&link), None);
        set_mode(other.path(), 0o777);
        assert!(
            judged(&link)
                .unwrap()
                .contains(&other.path().display().to_string())
        );
        set_mode(other.path(), 0o755);
        set_mode(file.parent().unwrap(), 0o777);
        assert!(judged(&link).unwrap().contains("crosspoint"));
    }

    #[test]
    fn in_a_sticky_directory_its_own_entries_are_safe() {
        let (_directory, file) = place();
        set_mode(file.parent().unwrap(), 0o1777);
        assert_eq!(judged(&file), None);
    }

    #[test]
    fn another_owner_is_not_trusted() {
        const NOBODY: u32 = 65_534;
        if !geteuid().is_root() {
            return;
        }
        let (_directory, file) = place();
        chown(&file, Some(NOBODY), None).unwrap();
        assert!(judged(&file).unwrap().contains("owner 65534"));
        chown(&file, Some(ROOT), None).unwrap();
        chown(file.parent().unwrap(), Some(NOBODY), None).unwrap();
        assert!(judged(&file).unwrap().contains("owner 65534"));
    }
}
