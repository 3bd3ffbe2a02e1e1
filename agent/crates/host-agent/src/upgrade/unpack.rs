//! Takes the programs out of an archive.

use std::fs::OpenOptions;
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use flate2::read::GzDecoder;

use super::record::{AGENT, BENCH, Build, make_directory, sha256};

/// A program has some 8 MB; a larger one is none of ours.
const PROGRAM_BYTES_MAX: u64 = 256 << 20;
/// The archive holds the programs and a few small files.
const ENTRIES_MAX: usize = 64;

/// Unpacks both programs into a directory of their own, and waits for the disk. Nothing else of the archive is written: no path
/// in it decides where anything goes.
///
/// # Errors
/// What is amiss, for a person. Parts may have been written; they are removed with the next record.
pub fn unpack(archive: &[u8], version: &str, directory: &Path) -> Result<Build, String> {
    let failed = |error: io::Error| format!("it could not be unpacked into {}: {error}", directory.display());
    let _ = std::fs::remove_dir_all(directory);
    make_directory(directory).map_err(failed)?;
    let agent = unpack_one(archive, AGENT, directory).map_err(failed)?;
    let bench = unpack_one(archive, BENCH, directory).map_err(failed)?;
    std::fs::File::open(directory)
        .and_then(|directory| directory.sync_all())
        .map_err(failed)?;
    Ok(Build {
        version: version.to_owned(),
        archive: sha256(archive),
        agent,
        bench,
    })
}

fn unpack_one(archive: &[u8], name: &str, directory: &Path) -> io::Result<String> {
    let mut archive = tar::Archive::new(GzDecoder::new(archive));
    for entry in archive.entries()?.take(ENTRIES_MAX) {
        let entry = entry?;
        if entry.path()?.as_ref() != Path::new(name) || !entry.header().entry_type().is_file() {
            continue;
        }
        let mut content = Vec::new();
        entry.take(PROGRAM_BYTES_MAX + 1).read_to_end(&mut content)?;
        if content.len() as u64 > PROGRAM_BYTES_MAX {
            return Err(io::Error::other(format!("{name} is too large")));
        }
        write_program(&directory.join(name), &content)?;
        return Ok(sha256(&content));
    }
    Err(io::Error::new(
        io::ErrorKind::NotFound,
        format!("there is no {name} in it"),
    ))
}

fn write_program(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o700)
        .open(path)?;
    file.write_all(content)?;
    file.sync_all()
}
