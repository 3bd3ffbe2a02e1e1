//! A call of the machine's `nvme`.

use std::fs;
use std::io::Write;

use super::Machine;
use crate::commands::{self, Answer};
use crate::error::ReplayError;
use crate::profile::Behaviour;

impl Machine {
    /// What `nvme <arguments>` prints; `None` for a drive that never answers.
    #[must_use]
    pub fn nvme(&self, arguments: &[String]) -> Option<Answer> {
        if arguments.first().is_some_and(|command| command == "version") {
            let version = self.cli_version().name();
            return Some(plain(&format!("nvme version {version} (replayed)\n"), "", 0));
        }
        self.note(arguments);
        let device = arguments
            .iter()
            .find_map(|argument| argument.strip_prefix("/dev/"));
        let name = controller_of(device.unwrap_or_default());
        let question = question(arguments);
        self.wait_at(&format!("before-{question}"));
        if !self.drive_path(name).exists() {
            return Some(plain("", &format!("/dev/{name}: No such file or directory\n"), 1));
        }
        let answer = match self.carry_out(name, arguments) {
            Ok(answer) => answer?,
            Err(error) => plain("", &error.to_string(), 1),
        };
        self.wait_at(&format!("after-{question}"));
        Some(answer)
    }

    /// One command at a time, as a controller does: another must not undo what this one changes.
    fn carry_out(&self, name: &str, arguments: &[String]) -> Result<Option<Answer>, ReplayError> {
        let _alone = self.alone_with(name)?;
        let mut profile = self.drive(name)?;
        if profile.behaviour == Behaviour::Hangs {
            return Ok(None);
        }
        let answer = commands::carry_out(self.cli_version(), &mut profile, arguments);
        self.save(name, &profile)?;
        Ok(Some(answer))
    }

    fn note(&self, arguments: &[String]) {
        let file = fs::File::options()
            .append(true)
            .create(true)
            .open(self.root.join("calls"));
        // A call that cannot be noted is missed by the test that counts it.
        let _ = file.and_then(|mut file| writeln!(file, "{}", arguments.join(" ")));
    }
}

/// The command, with the page that it asks for where one command has many.
fn question(arguments: &[String]) -> String {
    let command = arguments.first().map_or("", String::as_str);
    let (command, option) = match command {
        "get-log" => (command, "--log-id="),
        "admin-passthru" => ("identify", "--cdw10="),
        _ => return command.to_owned(),
    };
    let page = arguments
        .iter()
        .find_map(|argument| argument.strip_prefix(option));
    format!("{command}-{}", page.unwrap_or_default())
}

/// `nvme0` of `nvme0`, `nvme0n1` and `nvme0n1p2`.
fn controller_of(device: &str) -> &str {
    let number = device.strip_prefix("nvme").unwrap_or_default();
    let digits = number
        .find(|letter: char| !letter.is_ascii_digit())
        .unwrap_or(number.len());
    &device[..device.len() - number.len() + digits]
}

fn plain(stdout: &str, stderr: &str, exit_code: u8) -> Answer {
    Answer {
        stdout: stdout.as_bytes().to_vec(),
        stderr: stderr.to_owned(),
        exit_code,
    }
}
