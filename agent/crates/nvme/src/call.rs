//! The calls of nvme-cli that read, and what its output says. Identify is passed through and SMART / Health is a log like any
//! other: `id-ctrl`, `id-ns` and `smart-log` warn on standard error from 3.0 on, and a build of it may leave them out. The
//! names that are used here are in every version from 1.12 on. Options are always named in full: their letters mean
//! different things in different versions (`-v` of set-feature was the value, and is "verbose" now).

use crate::cli::Output;
use crate::decode::{IDENTIFY_BYTES, Malformed};
use crate::status::Status;

/// What Identify is asked for (CNS).
pub(crate) mod cns {
    pub const NAMESPACE: u8 = 0x00;
    pub const CONTROLLER: u8 = 0x01;
    pub const ACTIVE_NAMESPACES: u8 = 0x02;
    pub const ALLOCATED_NAMESPACES: u8 = 0x10;
    pub const SUBSYSTEM_CONTROLLERS: u8 = 0x13;
}

/// As much of what the program said as a person reads.
const WORDS_MAX: usize = 400;

/// The arguments of a call that prints bytes as they are, and how many it prints.
pub(crate) struct Call {
    arguments: Vec<String>,
    length: usize,
}

impl Call {
    /// Identify (opcode 06h); controllers ignore the namespace where the CNS has no use for it.
    pub fn identify(device: &str, cns: u8, nsid: u32) -> Self {
        Self {
            arguments: vec![
                "admin-passthru".to_owned(),
                device.to_owned(),
                "--opcode=0x06".to_owned(),
                format!("--namespace-id={nsid}"),
                format!("--cdw10={cns:#04x}"),
                format!("--data-len={IDENTIFY_BYTES}"),
                "--read".to_owned(),
                "--raw-binary".to_owned(),
            ],
            length: IDENTIFY_BYTES,
        }
    }

    /// Get Log Page, of the whole controller.
    pub fn log(device: &str, identifier: u8, length: usize) -> Self {
        Self {
            arguments: vec![
                "get-log".to_owned(),
                device.to_owned(),
                format!("--log-id={identifier:#04x}"),
                format!("--log-len={length}"),
                "--namespace-id=0xffffffff".to_owned(),
                "--raw-binary".to_owned(),
            ],
            length,
        }
    }

    pub fn arguments(&self) -> Vec<&str> {
        self.arguments.iter().map(String::as_str).collect()
    }

    /// What was printed, if it is exactly as long as what was asked for: with a word of the program's own before it, every
    /// figure would be read from a wrong place.
    pub fn bytes<'a>(&self, stdout: &'a [u8]) -> Result<&'a [u8], Malformed> {
        if stdout.len() == self.length {
            return Ok(stdout);
        }
        Err(Malformed {
            structure: "output of nvme-cli",
            reason: format!(
                "{} bytes where {} were asked for (nvme-cli 3.0 and later: dry-run and verbose must not be set in \
                 /etc/nvme/nvme-cli.conf)",
                stdout.len(),
                self.length
            ),
        })
    }
}

/// The arguments of Get Features. It prints text, also where binary is asked for.
pub(crate) fn get_feature(device: &str, identifier: u8) -> [String; 3] {
    [
        "get-feature".to_owned(),
        device.to_owned(),
        format!("--feature-id={identifier:#04x}"),
    ]
}

/// The controller's status in what the program printed.
pub(crate) fn status(output: &Output) -> Option<Status> {
    let stdout = String::from_utf8_lossy(&output.stdout);
    Status::find(&without_warnings(&output.stderr)).or_else(|| Status::find(&stdout))
}

/// Why the program says that it failed.
pub(crate) fn words(output: &Output) -> String {
    let stdout = String::from_utf8_lossy(&output.stdout);
    let stderr = without_warnings(&output.stderr);
    let text = [stderr.trim(), stdout.trim(), output.stderr.trim()]
        .into_iter()
        .find(|text| !text.is_empty())
        .unwrap_or("it printed nothing");
    text.chars().take(WORDS_MAX).collect()
}

/// A warning says nothing of how the call went.
fn without_warnings(stderr: &str) -> String {
    let is_warning = |line: &str| line.trim_start().to_ascii_lowercase().starts_with("warning");
    let lines: Vec<&str> = stderr.lines().filter(|line| !is_warning(line)).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(stdout: &str, stderr: &str) -> Output {
        Output {
            stdout: stdout.into(),
            stderr: stderr.to_owned(),
            exit_code: Some(1),
        }
    }

    #[test]
    fn a_warning_is_neither_a_status_nor_a_reason() {
        let warning = "WARNING: 'x' is deprecated, see \"NVMe status\" (0x2)";
        let refused = "NVMe status: Invalid Field in Command(0x4002)";
        for (stdout, stderr) in [
            ("", format!("{warning}\n{refused}")),
            ("", format!("{refused}\n{warning}")),
            (refused, warning.to_owned()),
        ] {
            let output = printed(stdout, &stderr);
            assert_eq!(status(&output).map(Status::field), Some(0x4002), "{output:?}");
            assert_eq!(words(&output), refused);
        }
        assert_eq!(status(&printed("", warning)), None);
        assert_eq!(words(&printed("", warning)), warning, "all there is");
        assert_eq!(words(&printed("", "")), "it printed nothing");
    }

    #[test]
    fn only_as_many_bytes_as_were_asked_for_are_an_answer() {
        let call = Call::log("/dev/nvme3", 2, 512);
        assert_eq!(call.bytes(&[7; 512]).unwrap().len(), 512);
        let verbose = [&b"Admin Command Get Log Page is Success\n"[..], &[0; 512]].concat();
        for wrong in [&[][..], &[0; 511], &verbose] {
            let error = call.bytes(wrong).unwrap_err().to_string();
            assert!(error.contains(&format!("{} bytes", wrong.len())), "{error}");
        }
    }
}
