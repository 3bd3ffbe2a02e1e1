//! How deep steps stand in a document that nobody has read yet, and how many there are.

use crate::plan::field::{Field, PlanError};
use serde_json::Value;

/// How deep steps may stand in steps.
const DEPTH_MAX: usize = 8;
/// Most steps of a plan, with those within others.
const STEPS_MAX: usize = 256;

/// Refuses steps that stand too deep, or too many in all. Looked at before anything goes down into it, and without going down
/// itself.
pub(super) fn check(list: &Field<'_>) -> Result<(), PlanError> {
    let mut lists = vec![(list.raw(), String::new(), 1)];
    let mut count = 0;
    while let Some((value, path, depth)) = lists.pop() {
        let Value::Array(steps) = value else { continue };
        if depth > DEPTH_MAX {
            let message = format!("steps may stand in steps {DEPTH_MAX} deep at most");
            return Err(list.error_within(&path, message));
        }
        count += steps.len();
        if count > STEPS_MAX {
            return Err(list.error(format_args!(
                "a plan may have {STEPS_MAX} steps in all, and it has more"
            )));
        }
        for (step, index) in steps.iter().zip(0..) {
            if let Some(body) = step.get("steps") {
                lists.push((body, format!("{path}[{index}].steps"), depth + 1));
            }
        }
    }
    Ok(())
}
