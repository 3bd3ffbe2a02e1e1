//! A file that is either the old one or the new one, whatever happens.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// Writes a file of mode 0600 beside the old one, waits for the disk, and puts it in its place.
pub(crate) fn replace_file(path: &Path, content: &[u8]) -> io::Result<()> {
    let draft = path.with_extension("draft");
    let mut file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(&draft)?;
    file.write_all(content)?;
    file.sync_all()?;
    std::fs::rename(draft, path)?;
    path.parent()
        .map_or(Ok(()), |directory| std::fs::File::open(directory)?.sync_all())
}
