//! Where the host's packages have put PostgreSQL and pgbench.

use std::path::{Path, PathBuf};

/// Programs that a database needs, and the package of each: of Debian and its kin, and of Red Hat and its kin.
const PROGRAMS: [(&str, &str, &str); 4] = [
    ("postgres", "postgresql", "postgresql-server"),
    ("initdb", "postgresql", "postgresql-server"),
    ("pgbench", "postgresql", "postgresql-contrib"),
    ("psql", "postgresql-client", "postgresql"),
];
/// Where packages put them, version by version: Debian's, and those of postgresql.org for Red Hat.
const VERSIONED: [(&str, &str); 2] = [("usr/lib/postgresql", ""), ("usr", "pgsql-")];
/// Oldest version whose pgbench prints what is read here.
const VERSION_MIN: u32 = 13;

/// The programs, all of one version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::work::run) struct Packages {
    directory: PathBuf,
}

impl Packages {
    /// The newest version that is there as a whole.
    ///
    /// # Errors
    /// Which packages are missing, for a person.
    pub fn find() -> Result<Self, String> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path: Vec<PathBuf> = std::env::split_paths(&path).collect();
        Self::find_in(Path::new("/"), &path)
    }

    fn find_in(root: &Path, path: &[PathBuf]) -> Result<Self, String> {
        let mut directories = versioned(root);
        directories.extend(path.iter().cloned());
        let whole = directories.iter().find(|directory| missing(directory).is_empty());
        if let Some(directory) = whole {
            return Ok(Self {
                directory: directory.clone(),
            });
        }
        // Of the place that lacks the least.
        let best = directories
            .iter()
            .map(|directory| missing(directory))
            .min_by_key(Vec::len);
        let lacking = best.unwrap_or_else(|| PROGRAMS.to_vec());
        let names: Vec<&str> = lacking.iter().map(|(name, _, _)| *name).collect();
        Err(format!(
            "the plan runs a database, and this host has no {}: install {} (Debian, Ubuntu) or {} (Red Hat, Fedora)",
            names.join(", "),
            packages(&lacking, |(_, debian, _)| debian),
            packages(&lacking, |(_, _, red_hat)| red_hat)
        ))
    }

    /// One of them.
    pub fn program(&self, name: &str) -> PathBuf {
        self.directory.join(name)
    }
}

type Program = (&'static str, &'static str, &'static str);

fn missing(directory: &Path) -> Vec<Program> {
    let is_there = |name: &str| directory.join(name).is_file();
    PROGRAMS
        .into_iter()
        .filter(|(name, _, _)| !is_there(name))
        .collect()
}

fn packages(lacking: &[Program], of: fn(&Program) -> &'static str) -> String {
    let mut names: Vec<&str> = lacking.iter().map(of).collect();
    names.dedup();
    names.join(" and ")
}

/// The directories of programs of each version, the newest first.
fn versioned(root: &Path) -> Vec<PathBuf> {
    let mut found: Vec<(u32, PathBuf)> = Vec::new();
    for (within, prefix) in VERSIONED {
        for entry in std::fs::read_dir(root.join(within))
            .into_iter()
            .flatten()
            .flatten()
        {
            let name = entry.file_name();
            let version = name
                .to_str()
                .and_then(|name| name.strip_prefix(prefix)?.parse().ok());
            if let Some(version) = version.filter(|version| *version >= VERSION_MIN) {
                found.push((version, entry.path().join("bin")));
            }
        }
    }
    found.sort_by_key(|(version, _)| std::cmp::Reverse(*version));
    found.into_iter().map(|(_, directory)| directory).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn install(root: &Path, directory: &str, programs: &[&str]) {
        let directory = root.join(directory);
        std::fs::create_dir_all(&directory).unwrap();
        for program in programs {
            std::fs::write(directory.join(program), "").unwrap();
        }
    }

    const ALL: [&str; 4] = ["postgres", "initdb", "pgbench", "psql"];

    #[test]
    fn the_newest_version_that_is_whole_is_taken() {
        let root = tempfile::tempdir().unwrap();
        install(root.path(), "usr/lib/postgresql/9/bin", &ALL);
        install(root.path(), "usr/lib/postgresql/15/bin", &ALL);
        install(root.path(), "usr/lib/postgresql/17/bin", &["pgbench"]);
        let found = Packages::find_in(root.path(), &[]).unwrap();
        assert_eq!(
            found.program("pgbench"),
            root.path().join("usr/lib/postgresql/15/bin/pgbench")
        );
        install(root.path(), "usr/pgsql-16/bin", &ALL);
        let found = Packages::find_in(root.path(), &[]).unwrap();
        assert_eq!(found.program("psql"), root.path().join("usr/pgsql-16/bin/psql"));
    }

    #[test]
    fn a_host_without_says_which_packages_it_lacks() {
        let root = tempfile::tempdir().unwrap();
        let refusal = |path: &[PathBuf]| Packages::find_in(root.path(), path).unwrap_err();
        assert_eq!(
            refusal(&[]),
            "the plan runs a database, and this host has no postgres, initdb, pgbench, psql: install postgresql and \
             postgresql-client (Debian, Ubuntu) or postgresql-server and postgresql-contrib and \
             postgresql (Red Hat, Fedora)"
        );
        install(root.path(), "usr/bin", &["postgres", "initdb", "psql"]);
        assert_eq!(
            refusal(&[root.path().join("usr/bin")]),
            "the plan runs a database, and this host has no pgbench: install postgresql (Debian, Ubuntu) or \
             postgresql-contrib (Red Hat, Fedora)"
        );
        install(root.path(), "usr/bin", &["pgbench"]);
        assert!(Packages::find_in(root.path(), &[root.path().join("usr/bin")]).is_ok());
    }
}
