//! Changes, tests and erases one drive through nvme-cli. Whether it may be done is decided elsewhere: these functions do.

mod requests;

use std::sync::Arc;
use std::time::Duration;

use crate::call::cns;
use crate::cli::NvmeCli;
use crate::decode::{
    IdentifierList, IdentifyController, IdentifyNamespace, SELF_TEST_LOG_BYTES, SanitizeStatus, SelfTestLog,
};
use crate::device::{CALL_LIMIT, CallError, Device};

pub use requests::{OverwritePasses, SanitizeMethod, SecureErase, SelfTest};

/// A format that rewrites the medium takes minutes, and hours on a large and slow drive.
pub const FORMAT_LIMIT: Duration = Duration::from_secs(2 * 3600);
/// nvme-cli gets a limit too, and this caller waits a little longer: some versions ignore theirs.
const CALLER_GRACE: Duration = Duration::from_secs(30);
const SANITIZE_STATUS: u8 = 0x81;
const SANITIZE_STATUS_BYTES: usize = 512;
const DEVICE_SELF_TEST: u8 = 0x06;

/// Acts on one controller. Cheap to make; it holds nothing open.
#[derive(Clone)]
pub struct DriveControl {
    device: Device,
}

impl DriveControl {
    /// Acts on `device` (`/dev/nvme0`).
    #[must_use]
    pub fn new(cli: Arc<dyn NvmeCli>, device: impl Into<String>) -> Self {
        Self {
            device: Device::new(cli, device, CALL_LIMIT),
        }
    }

    /// Identify Controller: which commands the drive has.
    ///
    /// # Errors
    /// [`CallError`], as for everything below.
    pub async fn identify_controller(&self) -> Result<IdentifyController, CallError> {
        self.device
            .identify(cns::CONTROLLER, 0, IdentifyController::decode)
            .await
    }

    /// The namespaces that exist, attached to this controller or not. Only a drive with Namespace Management has the list.
    pub async fn allocated_namespaces(&self) -> Result<IdentifierList, CallError> {
        self.device
            .identify(cns::ALLOCATED_NAMESPACES, 0, IdentifierList::of_namespaces)
            .await
    }

    /// The namespaces that are attached to this controller.
    pub async fn active_namespaces(&self) -> Result<IdentifierList, CallError> {
        self.device
            .identify(cns::ACTIVE_NAMESPACES, 0, IdentifierList::of_namespaces)
            .await
    }

    /// The controllers of the subsystem. Only a drive with Namespace Management has the list.
    pub async fn subsystem_controllers(&self) -> Result<IdentifierList, CallError> {
        self.device
            .identify(cns::SUBSYSTEM_CONTROLLERS, 0, IdentifierList::of_controllers)
            .await
    }

    /// Identify Namespace, to see what a format made of it.
    pub async fn identify_namespace(&self, nsid: u32) -> Result<IdentifyNamespace, CallError> {
        self.device
            .identify(cns::NAMESPACE, nsid, IdentifyNamespace::decode)
            .await
    }

    /// The current value of a feature.
    pub async fn feature(&self, feature: u8) -> Result<u32, CallError> {
        self.device.feature(feature).await
    }

    /// Sets a feature until the next power cycle (it is not saved).
    pub async fn set_feature(&self, feature: u8, value: u32) -> Result<(), CallError> {
        let feature = format!("--feature-id={feature:#04x}");
        let value = format!("--value={value:#x}");
        let arguments = ["set-feature", self.device.path(), &feature, &value];
        self.device.call(&arguments, CALL_LIMIT).await.map(drop)
    }

    /// Starts or aborts a self-test of the controller and all namespaces.
    pub async fn self_test(&self, test: SelfTest) -> Result<(), CallError> {
        let code = match test {
            SelfTest::Short => "--self-test-code=1",
            SelfTest::Extended => "--self-test-code=2",
            SelfTest::Abort => "--self-test-code=0xf",
        };
        let arguments = [
            "device-self-test",
            self.device.path(),
            "--namespace-id=0xffffffff",
            code,
        ];
        self.device.call(&arguments, CALL_LIMIT).await.map(drop)
    }

    /// The self-test that is running and how earlier ones ended.
    pub async fn self_test_log(&self) -> Result<SelfTestLog, CallError> {
        self.device
            .log(DEVICE_SELF_TEST, SELF_TEST_LOG_BYTES, SelfTestLog::decode)
            .await
    }

    /// Formats a namespace, without the ten seconds that nvme-cli would wait for a person to change their mind.
    pub async fn format(&self, nsid: u32, lba_format: u8, erase: SecureErase) -> Result<(), CallError> {
        let erase = match erase {
            SecureErase::None => "--ses=0",
            SecureErase::UserData => "--ses=1",
            SecureErase::Cryptographic => "--ses=2",
        };
        let (nsid, lba_format) = (format!("--namespace-id={nsid}"), format!("--lbaf={lba_format}"));
        let timeout = format!("--timeout={}", FORMAT_LIMIT.as_millis());
        let arguments = [
            "format",
            self.device.path(),
            &nsid,
            &lba_format,
            erase,
            "--force",
            &timeout,
        ];
        match self.device.call(&arguments, FORMAT_LIMIT + CALLER_GRACE).await {
            Err(CallError::Failed { said, .. }) if is_formatted_all_the_same(&said) => Ok(()),
            answer => answer.map(drop),
        }
    }

    /// Starts a sanitize. It goes on by itself, also over a power cycle.
    pub async fn sanitize(&self, method: SanitizeMethod) -> Result<(), CallError> {
        let mut arguments = vec!["sanitize".to_owned(), self.device.path().to_owned()];
        match method {
            SanitizeMethod::BlockErase => arguments.push("--sanact=2".to_owned()),
            SanitizeMethod::Overwrite(passes) => {
                arguments.extend(["--sanact=3".to_owned(), format!("--owpass={}", passes.owpass())]);
            }
            SanitizeMethod::CryptoErase => arguments.push("--sanact=4".to_owned()),
        }
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        self.device.call(&arguments, CALL_LIMIT).await.map(drop)
    }

    /// How the sanitize stands.
    pub async fn sanitize_status(&self) -> Result<SanitizeStatus, CallError> {
        self.device
            .log(SANITIZE_STATUS, SANITIZE_STATUS_BYTES, SanitizeStatus::decode)
            .await
    }
}

/// nvme-cli 1 has the kernel read the partition table anew after a format, through the controller's device, which has none,
/// and ends as if the format had failed. What became of the namespace is read from the drive by the caller.
fn is_formatted_all_the_same(said: &str) -> bool {
    said.contains("failed to re-read partition table")
}

#[cfg(test)]
mod tests;
