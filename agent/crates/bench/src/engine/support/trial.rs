//! Trying an engine out before it measures.

use crate::engine::kernel::SetupError;
use crate::engine::{Choice, Engine, Outcome, Wait};
use crate::operation::{Direction, Operation};
use crate::target::Target;
use crate::workload::ThreadPlan;
use std::time::{Duration, Instant};

/// How long the operation may take that tries an engine out.
const TRIAL_MAX: Duration = Duration::from_secs(60);

/// Reads one block. What fails at its first operation with "not supported" cannot do what was asked for; any other
/// error is the target's, and for the run to tell.
pub(super) fn try_out(
    engine: &mut impl Engine,
    plan: &ThreadPlan,
    target: &Target,
    choice: Choice,
) -> Result<(), SetupError> {
    let operation = Operation {
        direction: Direction::Read,
        length: target.logical_block_bytes().min(plan.block_bytes_max),
        offset: plan.region.start,
    };
    engine.prepare(0, operation);
    let began = Instant::now();
    while engine.completed() == 0 {
        let wait = Wait {
            completions: 1,
            at_most: Duration::from_millis(100),
        };
        let failed = |source| SetupError::Failed {
            step: "try the engine out",
            source,
        };
        engine.submit(wait).map_err(failed)?;
        if began.elapsed() > TRIAL_MAX {
            return Err(SetupError::Prevented {
                what: format!(
                    "{} did not answer a read within {} s",
                    target.path().display(),
                    TRIAL_MAX.as_secs()
                ),
                remedy: "the drive or its driver hangs: check the kernel log (dmesg)".into(),
                errno: None,
            });
        }
    }
    match engine.take().outcome {
        Outcome::Errno(errno) if is_refusal(errno.into()) => Err(refused(target, choice, errno.into())),
        _ => Ok(()),
    }
}

/// Without the right to send commands it is not the drive that refuses.
fn refused(target: &Target, choice: Choice, errno: i32) -> SetupError {
    let what = format!("{} refuses {}", target.path().display(), choice);
    let remedy =
        "choose another --engine, or leave out --poll; passthrough needs the right to send commands (root)"
            .into();
    let is_right_missing = matches!(errno, libc::EPERM | libc::EACCES);
    let errno = Some(errno);
    if is_right_missing {
        SetupError::Prevented { what, remedy, errno }
    } else {
        SetupError::Unsupported { what, remedy, errno }
    }
}

fn is_refusal(errno: i32) -> bool {
    matches!(
        errno,
        libc::EOPNOTSUPP | libc::EINVAL | libc::ENOTTY | libc::ENOSYS | libc::EPERM | libc::EACCES
    )
}
