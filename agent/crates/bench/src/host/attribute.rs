//! Files of sysfs.

use std::fs;
use std::io;
use std::path::Path;

/// A file of sysfs, trimmed; `None` if it is not there or empty.
pub fn attribute(path: &Path) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\0');
    (!text.is_empty()).then(|| text.to_owned())
}

/// The same where it must be known: `None` only if the file is not there or empty, an error if it cannot be read.
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
