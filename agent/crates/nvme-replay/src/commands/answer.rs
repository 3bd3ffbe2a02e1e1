//! What the program prints, and how it ends.

/// What the program prints, and its exit code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Standard output.
    pub stdout: Vec<u8>,
    /// Standard error.
    pub stderr: String,
    /// Exit code.
    pub exit_code: u8,
}

pub(super) fn printed(stdout: Vec<u8>) -> Answer {
    Answer {
        stdout,
        stderr: String::new(),
        exit_code: 0,
    }
}

/// As nvme-cli prints a status of the controller.
pub(super) fn status(words: &str, code: u16) -> Answer {
    Answer {
        stdout: Vec::new(),
        stderr: format!("NVMe status: {words}({code:#x})\n"),
        exit_code: 1,
    }
}

pub(super) fn usage(words: &str) -> Answer {
    Answer {
        stdout: Vec::new(),
        stderr: format!("ERROR: {words}\n"),
        exit_code: 1,
    }
}
