//! Reads one drive through nvme-cli: what it is, how it is, and in which power state.

use std::sync::Arc;
use std::time::Duration;

use crate::call::cns;
use crate::cli::NvmeCli;
use crate::decode::{IdentifyController, IdentifyNamespace, Malformed, SmartLog};
use crate::device::Device;
use crate::feature::POWER_MANAGEMENT;
use crate::problem::Problem;

pub use crate::device::CALL_LIMIT;

/// SMART / Health Information.
const SMART: u8 = 0x02;
const SMART_BYTES: usize = 512;

/// Reads one controller. Cheap to make; it holds nothing open.
#[derive(Clone)]
pub struct DriveReader {
    device: Device,
}

impl DriveReader {
    /// Reads `device` (`/dev/nvme0`), each call bounded by `limit`.
    #[must_use]
    pub fn new(cli: Arc<dyn NvmeCli>, device: impl Into<String>, limit: Duration) -> Self {
        Self {
            device: Device::new(cli, device, limit),
        }
    }

    /// Identify Controller.
    ///
    /// # Errors
    /// A [`Problem`] for a person.
    pub async fn identify_controller(&self) -> Result<IdentifyController, Problem> {
        let read = self
            .device
            .identify(cns::CONTROLLER, 0, IdentifyController::decode);
        Ok(read.await?)
    }

    /// Identify Namespace.
    ///
    /// # Errors
    /// A [`Problem`] for a person.
    pub async fn identify_namespace(&self, nsid: u32) -> Result<IdentifyNamespace, Problem> {
        let read = self
            .device
            .identify(cns::NAMESPACE, nsid, IdentifyNamespace::decode);
        Ok(read.await?)
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
        Ok(self.device.feature(identifier).await?)
    }

    /// A log page.
    pub(crate) async fn log<T>(
        &self,
        identifier: u8,
        length: usize,
        decode: impl FnOnce(&[u8]) -> Result<T, Malformed>,
    ) -> Result<T, Problem> {
        Ok(self.device.log(identifier, length, decode).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::{CliError, CliFuture, Output};
    use crate::problem::ProblemKind;
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
