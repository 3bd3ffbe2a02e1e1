//! Changes, tests and erases one drive through nvme-cli. Whether it may be done is decided elsewhere: these functions do.

mod requests;

use std::sync::Arc;
use std::time::Duration;

use crate::call::{self, Call, cns};
use crate::cli::{CliError, NvmeCli, Output};
use crate::decode::{
    IdentifierList, IdentifyController, IdentifyNamespace, Malformed, SELF_TEST_LOG_BYTES, SanitizeStatus,
    SelfTestLog, current_feature_value,
};
use crate::drive::CALL_LIMIT;
use crate::status::Status;

pub use requests::{OverwritePasses, SanitizeMethod, SecureErase, SelfTest};

/// Power Management (feature 02h).
pub const POWER_MANAGEMENT: u8 = 0x02;
/// Power governor of Intel's drives, a vendor feature. Never C1h, which sets the maximum LBA.
pub const POWER_GOVERNOR: u8 = 0xc6;
/// A format that rewrites the medium takes minutes, and hours on a large and slow drive.
pub const FORMAT_LIMIT: Duration = Duration::from_secs(2 * 3600);
/// nvme-cli gets a limit too, and this caller waits a little longer: some versions ignore theirs.
const CALLER_GRACE: Duration = Duration::from_secs(30);
const SANITIZE_STATUS: u8 = 0x81;
const SANITIZE_STATUS_BYTES: usize = 512;
const DEVICE_SELF_TEST: u8 = 0x06;

/// A command did not do what it was to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ControlError {
    /// The controller refused.
    #[error("{command} was refused by the drive: {status}")]
    Refused {
        /// The command line.
        command: String,
        /// The controller's status.
        status: Status,
    },
    /// nvme-cli gave no answer in time, or cannot be run.
    #[error("{command}: {source}")]
    Cli {
        /// The command line.
        command: String,
        /// Why.
        source: CliError,
    },
    /// nvme-cli failed without a status of the controller.
    #[error("{command} failed: {said}")]
    Failed {
        /// The command line.
        command: String,
        /// What it printed.
        said: String,
    },
    /// The answer is not as the specification has it.
    #[error("{command}: {source}")]
    Malformed {
        /// The command line.
        command: String,
        /// What is wrong.
        source: Malformed,
    },
}

impl ControlError {
    /// Whether it is not known if the drive got the command: nvme-cli was started and did not come back.
    #[must_use]
    pub fn is_unanswered(&self) -> bool {
        matches!(
            self,
            Self::Cli {
                source: CliError::NotResponding { .. },
                ..
            }
        )
    }

    /// The controller's status, where it gave one.
    #[must_use]
    pub fn status(&self) -> Option<Status> {
        match self {
            Self::Refused { status, .. } => Some(*status),
            _ => None,
        }
    }
}

/// Acts on one controller. Cheap to make; it holds nothing open.
#[derive(Clone)]
pub struct DriveControl {
    cli: Arc<dyn NvmeCli>,
    device: String,
}

impl DriveControl {
    /// Acts on `device` (`/dev/nvme0`).
    #[must_use]
    pub fn new(cli: Arc<dyn NvmeCli>, device: impl Into<String>) -> Self {
        Self {
            cli,
            device: device.into(),
        }
    }

    /// Identify Controller: which commands the drive has.
    ///
    /// # Errors
    /// [`ControlError`], as for everything below.
    pub async fn identify_controller(&self) -> Result<IdentifyController, ControlError> {
        self.identify(cns::CONTROLLER, 0, IdentifyController::decode)
            .await
    }

    /// The namespaces that exist, attached to this controller or not. Only a drive with Namespace Management has the list.
    pub async fn allocated_namespaces(&self) -> Result<IdentifierList, ControlError> {
        self.identify(cns::ALLOCATED_NAMESPACES, 0, IdentifierList::of_namespaces)
            .await
    }

    /// The namespaces that are attached to this controller.
    pub async fn active_namespaces(&self) -> Result<IdentifierList, ControlError> {
        self.identify(cns::ACTIVE_NAMESPACES, 0, IdentifierList::of_namespaces)
            .await
    }

    /// The controllers of the subsystem. Only a drive with Namespace Management has the list.
    pub async fn subsystem_controllers(&self) -> Result<IdentifierList, ControlError> {
        self.identify(cns::SUBSYSTEM_CONTROLLERS, 0, IdentifierList::of_controllers)
            .await
    }

    /// Identify Namespace, to see what a format made of it.
    pub async fn identify_namespace(&self, nsid: u32) -> Result<IdentifyNamespace, ControlError> {
        self.identify(cns::NAMESPACE, nsid, IdentifyNamespace::decode)
            .await
    }

    /// A data structure of Identify, the first page of a list.
    async fn identify<T>(
        &self,
        cns: u8,
        nsid: u32,
        decode: impl FnOnce(&[u8]) -> Result<T, Malformed>,
    ) -> Result<T, ControlError> {
        self.read(&Call::identify(&self.device, cns, nsid), decode).await
    }

    /// The current value of a feature.
    pub async fn feature(&self, feature: u8) -> Result<u32, ControlError> {
        let arguments = call::get_feature(&self.device, feature);
        self.decoded(&arguments.each_ref().map(String::as_str), |bytes| {
            current_feature_value(&String::from_utf8_lossy(bytes))
        })
        .await
    }

    /// Sets a feature until the next power cycle (it is not saved).
    pub async fn set_feature(&self, feature: u8, value: u32) -> Result<(), ControlError> {
        let feature = format!("--feature-id={feature:#04x}");
        let value = format!("--value={value:#x}");
        let arguments = ["set-feature", &self.device, &feature, &value];
        self.call(&arguments, CALL_LIMIT).await.map(drop)
    }

    /// Starts or aborts a self-test of the controller and all namespaces.
    pub async fn self_test(&self, test: SelfTest) -> Result<(), ControlError> {
        let code = match test {
            SelfTest::Short => "--self-test-code=1",
            SelfTest::Extended => "--self-test-code=2",
            SelfTest::Abort => "--self-test-code=0xf",
        };
        let arguments = [
            "device-self-test",
            &self.device,
            "--namespace-id=0xffffffff",
            code,
        ];
        self.call(&arguments, CALL_LIMIT).await.map(drop)
    }

    /// The self-test that is running and how earlier ones ended.
    pub async fn self_test_log(&self) -> Result<SelfTestLog, ControlError> {
        self.log(DEVICE_SELF_TEST, SELF_TEST_LOG_BYTES, SelfTestLog::decode)
            .await
    }

    /// Formats a namespace, without the ten seconds that nvme-cli would wait for a person to change their mind.
    pub async fn format(&self, nsid: u32, lba_format: u8, erase: SecureErase) -> Result<(), ControlError> {
        let erase = match erase {
            SecureErase::None => "--ses=0",
            SecureErase::UserData => "--ses=1",
            SecureErase::Cryptographic => "--ses=2",
        };
        let (nsid, lba_format) = (format!("--namespace-id={nsid}"), format!("--lbaf={lba_format}"));
        let timeout = format!("--timeout={}", FORMAT_LIMIT.as_millis());
        let arguments = [
            "format",
            &self.device,
            &nsid,
            &lba_format,
            erase,
            "--force",
            &timeout,
        ];
        match self.call(&arguments, FORMAT_LIMIT + CALLER_GRACE).await {
            Err(ControlError::Failed { said, .. }) if is_formatted_all_the_same(&said) => Ok(()),
            answer => answer.map(drop),
        }
    }

    /// Starts a sanitize. It goes on by itself, also over a power cycle.
    pub async fn sanitize(&self, method: SanitizeMethod) -> Result<(), ControlError> {
        let mut arguments = vec!["sanitize".to_owned(), self.device.clone()];
        match method {
            SanitizeMethod::BlockErase => arguments.push("--sanact=2".to_owned()),
            SanitizeMethod::Overwrite(passes) => {
                arguments.extend(["--sanact=3".to_owned(), format!("--owpass={}", passes.owpass())]);
            }
            SanitizeMethod::CryptoErase => arguments.push("--sanact=4".to_owned()),
        }
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        self.call(&arguments, CALL_LIMIT).await.map(drop)
    }

    /// How the sanitize stands.
    pub async fn sanitize_status(&self) -> Result<SanitizeStatus, ControlError> {
        self.log(SANITIZE_STATUS, SANITIZE_STATUS_BYTES, SanitizeStatus::decode)
            .await
    }

    async fn log<T>(
        &self,
        identifier: u8,
        length: usize,
        decode: impl FnOnce(&[u8]) -> Result<T, Malformed>,
    ) -> Result<T, ControlError> {
        self.read(&Call::log(&self.device, identifier, length), decode)
            .await
    }

    async fn read<T>(
        &self,
        call: &Call,
        decode: impl FnOnce(&[u8]) -> Result<T, Malformed>,
    ) -> Result<T, ControlError> {
        self.decoded(&call.arguments(), |stdout| decode(call.bytes(stdout)?))
            .await
    }

    async fn decoded<T>(
        &self,
        arguments: &[&str],
        decode: impl FnOnce(&[u8]) -> Result<T, Malformed>,
    ) -> Result<T, ControlError> {
        let output = self.call(arguments, CALL_LIMIT).await?;
        decode(&output.stdout).map_err(|source| ControlError::Malformed {
            command: command_line(arguments),
            source,
        })
    }

    async fn call(&self, arguments: &[&str], limit: Duration) -> Result<Output, ControlError> {
        let command = || command_line(arguments);
        let output = self.cli.run(&self.device, arguments, limit).await;
        let output = output.map_err(|source| ControlError::Cli {
            command: command(),
            source,
        })?;
        match (output.exit_code, call::status(&output)) {
            (Some(0), _) => Ok(output),
            (_, Some(status)) => Err(ControlError::Refused {
                command: command(),
                status,
            }),
            _ => Err(ControlError::Failed {
                command: command(),
                said: call::words(&output),
            }),
        }
    }
}

/// nvme-cli 1 has the kernel read the partition table anew after a format, through the controller's device, which has none,
/// and ends as if the format had failed. What became of the namespace is read from the drive by the caller.
fn is_formatted_all_the_same(said: &str) -> bool {
    said.contains("failed to re-read partition table")
}

fn command_line(arguments: &[&str]) -> String {
    format!("nvme {}", arguments.join(" "))
}

#[cfg(test)]
mod tests;
