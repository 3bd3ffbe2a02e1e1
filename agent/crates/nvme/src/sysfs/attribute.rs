//! Files and directories of sysfs.

use std::fs;
use std::io;
use std::path::Path;

/// A file of one line, trimmed; `None` if it is not there, cannot be read or has nothing in it.
#[must_use]
pub fn attribute(path: &Path) -> Option<String> {
    stated(path).unwrap_or_default()
}

/// The same where it must be known: `None` only if the file is not there or empty, an error if it cannot be read.
///
/// # Errors
/// The kernel's word, with the path.
pub fn stated(path: &Path) -> io::Result<Option<String>> {
    match fs::read(path) {
        Ok(text) => {
            let text = String::from_utf8_lossy(&text);
            let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\0');
            Ok((!text.is_empty()).then(|| text.to_owned()))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(io::Error::new(
            error.kind(),
            format!("{}: {error}", path.display()),
        )),
    }
}

pub(super) fn entry_names(directory: &Path) -> Vec<String> {
    names_in(directory).unwrap_or_default()
}

/// Names that are not text are nobody's of ours.
pub(super) fn names_in(directory: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in directory.read_dir()? {
        names.extend(entry?.file_name().into_string().ok());
    }
    Ok(names)
}
