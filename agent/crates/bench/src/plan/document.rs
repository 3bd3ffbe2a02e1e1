//! From the text of a plan file to its values.

use super::field::PlanError;
use serde_json::Value;
use serde_saphyr::UserMessageFormatter;

/// Largest plan file, in bytes.
pub const FILE_BYTES_MAX: usize = 1 << 20;
/// Most values of a file, with those that its aliases repeat.
pub(super) const VALUES_MAX: usize = 20_000;

/// JSON is YAML too, so that one reader does for both.
pub(super) fn parse(text: &str) -> Result<Value, PlanError> {
    if text.len() > FILE_BYTES_MAX {
        return Err(PlanError::of_file(format!(
            "it is larger than {FILE_BYTES_MAX} bytes"
        )));
    }
    let options = serde_saphyr::options! {
        budget: serde_saphyr::budget! { max_nodes: VALUES_MAX },
        with_snippet: false,
    };
    serde_saphyr::from_str_with_options(text, options)
        .map_err(|error| PlanError::of_file(error.render_with_formatter(&UserMessageFormatter)))
}
