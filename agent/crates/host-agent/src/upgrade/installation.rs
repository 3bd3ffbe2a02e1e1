//! How this agent came onto its host, and which program it is.

use std::path::{Path, PathBuf};

use super::record::sha256_of_file;

/// In the environment of an upgraded agent: the SHA-256 of its archive.
pub(super) const RUNNING: &str = "CROSSPOINT_UPGRADE";
/// In the environment of an upgraded agent: the installed one, which started it.
pub(super) const INSTALLED: &str = "CROSSPOINT_INSTALLED_AGENT";
/// What the server's installation script notes in the state directory: archive's SHA-256, its kind, the agent's SHA-256.
const SCRIPT_RECORD: &str = "installed";
/// The kernel's mark on the path of a running program that was replaced.
const DELETED: &str = " (deleted)";

/// See the module.
#[derive(Debug, Clone)]
pub struct Installation {
    /// The installed agent.
    pub program: PathBuf,
    /// Its SHA-256; empty where it cannot be read.
    pub sha256: String,
    /// The archive of the upgrade that this process runs.
    pub running: Option<String>,
    /// Why the server cannot upgrade this agent.
    pub obstacle: Option<String>,
}

impl Installation {
    /// Looks at this process and at what the installation script noted.
    #[must_use]
    pub fn look(state_directory: &Path) -> Self {
        let named = std::env::var_os(INSTALLED).map(PathBuf::from);
        let program = named.unwrap_or_else(own_program);
        let sha256 = sha256_of_file(&program).unwrap_or_default();
        Self {
            obstacle: obstacle(state_directory, &program, &sha256),
            program,
            sha256,
            running: std::env::var(RUNNING).ok(),
        }
    }

    /// Whether the installed agent is still the one that was found; a package may have replaced it since.
    #[must_use]
    pub fn is_unchanged(&self) -> bool {
        sha256_of_file(&self.program).is_ok_and(|found| found == self.sha256)
    }
}

/// What came by other means belongs to whoever put it there.
fn obstacle(state_directory: &Path, program: &Path, sha256: &str) -> Option<String> {
    let way = "Upgrade it the way it was installed, or run the line of “Add a host” on this host";
    let Ok(record) = std::fs::read_to_string(state_directory.join(SCRIPT_RECORD)) else {
        return Some(format!(
            "the agent of this host was not installed by its server's script. {way}"
        ));
    };
    let noted = record.split_whitespace().nth(2);
    (noted != Some(sha256)).then(|| {
        format!(
            "{} is another one than the server's script installed. {way}",
            program.display()
        )
    })
}

fn own_program() -> PathBuf {
    let path = std::env::current_exe().unwrap_or_default();
    let name = path.to_string_lossy();
    name.strip_suffix(DELETED).map_or(path.clone(), PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::upgrade::record::sha256;

    #[test]
    fn only_what_the_servers_script_installed_is_upgraded_by_the_server() {
        let directory = tempfile::tempdir().unwrap();
        let program = directory.path().join("crosspoint-agent");
        let found = || obstacle(directory.path(), &program, &sha256(b"program"));
        assert!(found().unwrap().contains("not installed by its server's script"));
        let note = |program: &[u8]| {
            let line = format!("{} deb {}\n", sha256(b"archive"), sha256(program));
            std::fs::write(directory.path().join(SCRIPT_RECORD), line).unwrap();
        };
        note(b"program");
        assert_eq!(found(), None);
        note(b"what was there before somebody replaced it");
        assert!(found().unwrap().contains("is another one"));
    }
}
