//! The I/O scheduler of a block device, as the kernel shows and takes it.

use std::path::Path;

use crosspoint_nvme::sysfs::chosen;

use crate::telemetry::drives::Drives;
use crate::work::ledger::Failure;

/// Each of these has its own time limit: a drive that hangs makes the kernel's answer hang too.
pub(super) async fn scheduler(drives: &Drives, block_name: &str) -> Result<String, Failure> {
    let path = drives.scheduler_path(block_name);
    let read = drives
        .queue_files
        .touch(block_name, move || read_scheduler(&path));
    read.await?
}

/// All that the kernel offers, in its order.
pub(super) async fn schedulers(drives: &Drives, block_name: &str) -> Result<Vec<String>, Failure> {
    let path = drives.scheduler_path(block_name);
    let read = drives.queue_files.touch(block_name, move || read_all(&path));
    let all = read.await??;
    Ok(all.split_whitespace().map(str::to_owned).collect())
}

pub(super) async fn set_scheduler(drives: &Drives, block_name: &str, name: String) -> Result<(), Failure> {
    let path = drives.scheduler_path(block_name);
    let written = drives.queue_files.touch(block_name, move || {
        std::fs::write(&path, &name).map_err(|error| scheduler_refusal(&path, &name, &error))
    });
    written.await?
}

fn read_scheduler(path: &Path) -> Result<String, Failure> {
    let all = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(chosen(all.trim()))
}

/// Their names, without the mark of the chosen one.
fn read_all(path: &Path) -> Result<String, Failure> {
    let all = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(all.trim().replace(['[', ']'], ""))
}

fn scheduler_refusal(path: &Path, name: &str, error: &std::io::Error) -> Failure {
    let offered = read_all(path).unwrap_or_default();
    format!("the kernel does not accept the I/O scheduler {name} ({error}); available: {offered}").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_scheduler_in_brackets() {
        let file = tempfile::NamedTempFile::new().unwrap();
        for (text, name) in [
            ("none [mq-deadline] kyber\n", "mq-deadline"),
            ("[none] mq-deadline\n", "none"),
            ("none\n", "none"),
        ] {
            std::fs::write(file.path(), text).unwrap();
            assert_eq!(read_scheduler(file.path()).unwrap(), name);
        }
        assert!(read_scheduler(Path::new("/nonexistent")).is_err());
    }
}
