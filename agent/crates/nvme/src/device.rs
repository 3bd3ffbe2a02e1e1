//! One controller through nvme-cli: the calls that everything else is made of, bounded in time.

use std::sync::Arc;
use std::time::Duration;

use crate::call::{self, Call};
use crate::cli::{CliError, NvmeCli, Output};
use crate::decode::{Malformed, current_feature_value};
use crate::status::Status;

/// Identify and log reads answer within milliseconds; a drive that needs longer than this has a problem.
pub const CALL_LIMIT: Duration = Duration::from_secs(10);

/// A call of nvme-cli did not do what it was to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
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
        /// Its exit code; absent if a signal ended it.
        exit_code: Option<i32>,
        /// What it printed.
        said: String,
    },
    /// The answer is not as the specification has it.
    #[error("{command}: {source}")]
    Malformed {
        /// The command line.
        command: String,
        /// It printed nothing at all, as for a log that a controller does not support.
        is_empty: bool,
        /// What is wrong.
        source: Malformed,
    },
}

impl CallError {
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

/// Calls nvme-cli for one controller. Cheap to make; it holds nothing open.
#[derive(Clone)]
pub(crate) struct Device {
    cli: Arc<dyn NvmeCli>,
    path: String,
    limit: Duration,
}

impl Device {
    /// For the controller at `path` (`/dev/nvme0`), each read bounded by `limit`.
    pub fn new(cli: Arc<dyn NvmeCli>, path: impl Into<String>, limit: Duration) -> Self {
        Self {
            cli,
            path: path.into(),
            limit,
        }
    }

    pub fn path(&self) -> &str {
        &self.path
    }

    /// A data structure of Identify, the first page of a list.
    pub async fn identify<T>(
        &self,
        cns: u8,
        nsid: u32,
        decode: impl FnOnce(&[u8]) -> Result<T, Malformed>,
    ) -> Result<T, CallError> {
        self.read(&Call::identify(&self.path, cns, nsid), decode).await
    }

    /// A log page.
    pub async fn log<T>(
        &self,
        identifier: u8,
        length: usize,
        decode: impl FnOnce(&[u8]) -> Result<T, Malformed>,
    ) -> Result<T, CallError> {
        self.read(&Call::log(&self.path, identifier, length), decode)
            .await
    }

    /// The current value of a feature.
    pub async fn feature(&self, identifier: u8) -> Result<u32, CallError> {
        let arguments = call::get_feature(&self.path, identifier);
        self.decoded(&arguments.each_ref().map(String::as_str), |bytes| {
            current_feature_value(&String::from_utf8_lossy(bytes))
        })
        .await
    }

    async fn read<T>(
        &self,
        call: &Call,
        decode: impl FnOnce(&[u8]) -> Result<T, Malformed>,
    ) -> Result<T, CallError> {
        self.decoded(&call.arguments(), |stdout| decode(call.bytes(stdout)?))
            .await
    }

    async fn decoded<T>(
        &self,
        arguments: &[&str],
        decode: impl FnOnce(&[u8]) -> Result<T, Malformed>,
    ) -> Result<T, CallError> {
        let output = self.call(arguments, self.limit).await?;
        decode(&output.stdout).map_err(|source| CallError::Malformed {
            command: command_line(arguments),
            is_empty: output.stdout.is_empty(),
            source,
        })
    }

    /// Any call, with a limit of its own.
    pub async fn call(&self, arguments: &[&str], limit: Duration) -> Result<Output, CallError> {
        let command = || command_line(arguments);
        let output = self.cli.run(&self.path, arguments, limit).await;
        let output = output.map_err(|source| CallError::Cli {
            command: command(),
            source,
        })?;
        match (output.exit_code, call::status(&output)) {
            (Some(0), _) => Ok(output),
            (_, Some(status)) => Err(CallError::Refused {
                command: command(),
                status,
            }),
            (exit_code, None) => Err(CallError::Failed {
                command: command(),
                exit_code,
                said: call::words(&output),
            }),
        }
    }
}

fn command_line(arguments: &[&str]) -> String {
    format!("nvme {}", arguments.join(" "))
}
