//! Reads one drive through nvme-cli: what it is, how it is, and in which power state.

use std::sync::Arc;
use std::time::Duration;

use crate::call::{self, Call, cns};
use crate::cli::{CliError, NvmeCli, Output};
use crate::decode::{IdentifyController, IdentifyNamespace, Malformed, SmartLog, current_feature_value};
use crate::problem::{Problem, ProblemKind};

/// Identify and log reads answer within milliseconds; a drive that needs longer than this has a problem.
pub const CALL_LIMIT: Duration = Duration::from_secs(10);

/// SMART / Health Information.
const SMART: u8 = 0x02;
const SMART_BYTES: usize = 512;
const POWER_MANAGEMENT: u8 = 0x02;

/// Reads one controller. Cheap to make; it holds nothing open.
#[derive(Clone)]
pub struct DriveReader {
    cli: Arc<dyn NvmeCli>,
    device: String,
    limit: Duration,
}

impl DriveReader {
    /// Reads `device` (`/dev/nvme0`), each call bounded by `limit`.
    #[must_use]
    pub fn new(cli: Arc<dyn NvmeCli>, device: impl Into<String>, limit: Duration) -> Self {
        Self {
            cli,
            device: device.into(),
            limit,
        }
    }

    /// Identify Controller.
    ///
    /// # Errors
    /// A [`Problem`] for a person.
    pub async fn identify_controller(&self) -> Result<IdentifyController, Problem> {
        self.identify(cns::CONTROLLER, 0, IdentifyController::decode)
            .await
    }

    /// Identify Namespace.
    ///
    /// # Errors
    /// A [`Problem`] for a person.
    pub async fn identify_namespace(&self, nsid: u32) -> Result<IdentifyNamespace, Problem> {
        self.identify(cns::NAMESPACE, nsid, IdentifyNamespace::decode)
            .await
    }

    /// A data structure of Identify.
    async fn identify<T>(
        &self,
        cns: u8,
        nsid: u32,
        decode: impl FnOnce(&[u8]) -> Result<T, Malformed>,
    ) -> Result<T, Problem> {
        self.read(&Call::identify(&self.device, cns, nsid), decode).await
    }

    /// SMART / Health Information of the whole controller.
    ///
    /// # Errors
    /// A [`Problem`] for a person.
    pub async fn smart_log(&self) -> Result<SmartLog, Problem> {
        self.log(SMART, SMART_BYTES, SmartLog::decode).await
    }

    /// The current power state: feature 02h (Power Management), bits 4:0.
    ///
    /// # Errors
    /// A [`Problem`] for a person; a drive may refuse to say.
    pub async fn current_power_state(&self) -> Result<u8, Problem> {
        let value = self.feature(POWER_MANAGEMENT).await?;
        Ok(u8::try_from(value & 0x1f).expect("five bits fit into a byte"))
    }

    /// The current value of a feature.
    ///
    /// # Errors
    /// A [`Problem`] for a person; a drive may refuse to say.
    pub async fn feature(&self, identifier: u8) -> Result<u32, Problem> {
        let arguments = call::get_feature(&self.device, identifier);
        self.decoded(&arguments.each_ref().map(String::as_str), |bytes| {
            current_feature_value(&String::from_utf8_lossy(bytes))
        })
        .await
    }

    /// A log page.
    pub(crate) async fn log<T>(
        &self,
        identifier: u8,
        length: usize,
        decode: impl FnOnce(&[u8]) -> Result<T, Malformed>,
    ) -> Result<T, Problem> {
        self.read(&Call::log(&self.device, identifier, length), decode)
            .await
    }

    async fn read<T>(
        &self,
        call: &Call,
        decode: impl FnOnce(&[u8]) -> Result<T, Malformed>,
    ) -> Result<T, Problem> {
        self.decoded(&call.arguments(), |stdout| decode(call.bytes(stdout)?))
            .await
    }

    async fn decoded<T>(
        &self,
        arguments: &[&str],
        decode: impl FnOnce(&[u8]) -> Result<T, Malformed>,
    ) -> Result<T, Problem> {
        let command = format!("nvme {}", arguments.join(" "));
        let output = self.cli.run(&self.device, arguments, self.limit).await;
        let output = output.map_err(|error| cli_problem(&command, &error))?;
        if output.exit_code != Some(0) {
            return Err(refusal(&command, &output));
        }
        decode(&output.stdout).map_err(|malformed| malformed_problem(&command, &malformed, &output))
    }
}

fn cli_problem(command: &str, error: &CliError) -> Problem {
    let (kind, remedy) = match error {
        CliError::Missing { .. } => (
            ProblemKind::NvmeCliMissing,
            "Install it (package nvme-cli), or name it with --nvme-cli.".to_owned(),
        ),
        CliError::NotStarted { .. } => (
            ProblemKind::CommandFailed,
            "Check that the program can be executed and that the host has processes and memory left.".to_owned(),
        ),
        CliError::NotResponding { .. } => (
            ProblemKind::NotResponding,
            "Look for controller resets and timeouts in the kernel log (dmesg); reseat or replace the drive if it stays so."
                .to_owned(),
        ),
    };
    Problem {
        kind,
        detail: format!("{command}: {error}"),
        remedy,
    }
}

/// nvme-cli ended with an error: its own, the kernel's, or an NVMe status of the controller.
fn refusal(command: &str, output: &Output) -> Problem {
    if let Some(status) = call::status(output) {
        // In the specification's words: nvme-cli's own, and its exit code, change between its versions.
        return Problem {
            kind: ProblemKind::CommandFailed,
            detail: format!("{command} was refused by the drive: {status}"),
            remedy: "The status says why. Check the drive's firmware and the specification it implements."
                .to_owned(),
        };
    }
    let said = call::words(output);
    let ending = output
        .exit_code
        .map_or_else(|| "a signal".to_owned(), |code| format!("exit code {code}"));
    let detail = format!("{command} ended with {ending}: {said}");

    let (kind, remedy) = if said.contains("Permission denied") || said.contains("Operation not permitted") {
        let remedy = "Run the agent as root or with CAP_SYS_ADMIN, and with access to /dev/nvme* (see the systemd unit).";
        (ProblemKind::NoPermission, remedy)
    } else {
        let remedy = "Run the command by hand as root; look at the kernel log (dmesg) for this controller.";
        (ProblemKind::CommandFailed, remedy)
    };
    Problem {
        kind,
        detail,
        remedy: remedy.to_owned(),
    }
}

fn malformed_problem(command: &str, malformed: &Malformed, output: &Output) -> Problem {
    if output.stdout.is_empty() {
        // nvme-cli exits with 0 and prints nothing where a controller does not support a log.
        return Problem {
            kind: ProblemKind::CommandFailed,
            detail: format!("{command} printed nothing: the controller does not support it"),
            remedy: "Update the drive's firmware if the vendor says that it supports this log.".to_owned(),
        };
    }
    Problem {
        kind: ProblemKind::MalformedData,
        detail: format!("{command}: {malformed}"),
        remedy: "Update nvme-cli and the drive's firmware; report what the command prints.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::CliFuture;
    use std::sync::Mutex;

    /// Answers every call with the same result and remembers the arguments.
    struct Replay {
        answer: Result<Output, CliError>,
        calls: Mutex<Vec<String>>,
    }

    impl NvmeCli for Replay {
        fn run<'a>(&'a self, device: &'a str, arguments: &'a [&'a str], _: Duration) -> CliFuture<'a> {
            self.calls
                .lock()
                .unwrap()
                .push(format!("{device}: {}", arguments.join(" ")));
            let answer = self.answer.clone();
            Box::pin(async move { answer })
        }
    }

    fn replay(answer: Result<Output, CliError>) -> (Arc<Replay>, DriveReader) {
        let cli = Arc::new(Replay {
            answer,
            calls: Mutex::default(),
        });
        let reader = DriveReader::new(Arc::clone(&cli) as Arc<dyn NvmeCli>, "/dev/nvme3", CALL_LIMIT);
        (cli, reader)
    }

    fn printed(stdout: &[u8], stderr: &str, exit_code: i32) -> Result<Output, CliError> {
        Ok(Output {
            stdout: stdout.to_vec(),
            stderr: stderr.to_owned(),
            exit_code: Some(exit_code),
        })
    }

    #[tokio::test]
    async fn asks_for_binary_logs_of_its_device() {
        let (cli, reader) = replay(printed(&[7; 512], "", 0));
        assert_eq!(reader.smart_log().await.unwrap().critical_warning, 7);
        assert!(reader.identify_namespace(12).await.is_err());
        let calls = cli.calls.lock().unwrap();
        let expected = [
            "/dev/nvme3: get-log /dev/nvme3 --log-id=0x02 --log-len=512 --namespace-id=0xffffffff --raw-binary",
            "/dev/nvme3: admin-passthru /dev/nvme3 --opcode=0x06 --namespace-id=12 --cdw10=0x00 --data-len=4096 --read \
             --raw-binary",
        ];
        assert_eq!(*calls, expected);
    }

    #[tokio::test]
    async fn reads_the_power_state_without_the_workload_hint() {
        let text = b"get-feature:0x02 (Power Management), Current value:0x00000043\n";
        let (_, reader) = replay(printed(text, "", 0));
        assert_eq!(reader.current_power_state().await.unwrap(), 3);
    }

    #[tokio::test]
    async fn names_each_kind_of_problem() {
        let missing = Err(CliError::Missing {
            program: "nvme".into(),
        });
        let hung = Err(CliError::NotResponding {
            waited: Duration::from_secs(12),
        });
        let status = "NVMe status: Invalid Log Page: The log page indicated is invalid.(0x4109)";
        for (answer, kind, words) in [
            (missing, ProblemKind::NvmeCliMissing, "nvme is not installed"),
            (hung, ProblemKind::NotResponding, "no answer for 12 s"),
            (
                printed(b"", "/dev/nvme3: Permission denied", 1),
                ProblemKind::NoPermission,
                "Permission denied",
            ),
            (
                printed(status.as_bytes(), "", 1),
                ProblemKind::CommandFailed,
                "Invalid Log Page",
            ),
            (
                printed(status.as_bytes(), "WARNING: deprecated", 1),
                ProblemKind::CommandFailed,
                "Invalid Log Page",
            ),
            (
                printed(b"", "WARNING: Permission denied to the old", 0),
                ProblemKind::CommandFailed,
                "does not support it",
            ),
            (
                printed(b"", "", 0),
                ProblemKind::CommandFailed,
                "does not support it",
            ),
            (printed(&[0; 511], "", 0), ProblemKind::MalformedData, "511 bytes"),
        ] {
            let (_, reader) = replay(answer);
            let problem = reader.smart_log().await.unwrap_err();
            assert_eq!(problem.kind, kind, "{problem:?}");
            assert!(
                problem.detail.contains(words) && problem.detail.contains("nvme get-log"),
                "{problem:?}"
            );
            assert!(!problem.remedy.is_empty());
        }
    }
}
