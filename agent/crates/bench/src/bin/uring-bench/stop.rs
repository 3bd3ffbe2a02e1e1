//! Why nothing could be measured, with the exit code that says so.

use crate::exit;
use crosspoint_bench::engine::kernel::SetupError;
use crosspoint_bench::output::{Failure, FailureKind};
use crosspoint_bench::run::RunError;
use crosspoint_bench::target::TargetError;
use crosspoint_bench::workload::WorkloadError;

/// Why there is no outcome.
#[derive(Debug)]
pub struct Stop {
    pub code: u8,
    pub failure: Failure,
}

impl Stop {
    fn new(code: u8, message: impl Into<String>, remedy: impl Into<String>, errno: Option<i32>) -> Self {
        Stop {
            code,
            failure: Failure {
                message: message.into(),
                remedy: Some(remedy.into()),
                errno,
                kind: None,
            },
        }
    }

    fn of_kind(mut self, kind: Option<FailureKind>) -> Self {
        self.failure.kind = kind;
        self
    }

    /// Options that do not go together.
    pub fn usage(message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Stop::new(exit::USAGE, message, remedy, None)
    }
}

impl From<TargetError> for Stop {
    fn from(error: TargetError) -> Self {
        let code = match error {
            TargetError::Refused { .. }
            | TargetError::NotNamed { .. }
            | TargetError::OtherNamespace { .. }
            | TargetError::OtherArray { .. }
            | TargetError::OtherFile { .. } => exit::REFUSED,
            TargetError::System { .. } | TargetError::Unsuitable { .. } => exit::TARGET,
        };
        Stop::new(code, error.to_string(), error.remedy(), error.errno())
    }
}

impl From<WorkloadError> for Stop {
    fn from(error: WorkloadError) -> Self {
        Stop::new(exit::TARGET, error.message, error.remedy, None).of_kind(error.kind)
    }
}

impl From<SetupError> for Stop {
    fn from(error: SetupError) -> Self {
        Stop::new(exit::ENGINE, error.to_string(), error.remedy(), error.errno()).of_kind(error.kind())
    }
}

impl From<RunError> for Stop {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Setup(setup) => setup.into(),
            RunError::Thread(source) => Stop::new(
                exit::ENGINE,
                format!("could not start a thread: {source}"),
                "use fewer --threads, or raise the limit (ulimit -u)",
                source.raw_os_error(),
            ),
        }
    }
}
