//! The command `guard`.

use crate::cli::{GuardArguments, Output};
use crate::exit;
use crosspoint_bench::host::Host;
use crosspoint_bench::target::Target;
use std::io::{self, Write};

/// Examines and reports; returns the exit code.
pub fn main(arguments: &GuardArguments) -> u8 {
    let (text, code) = match Target::examine(&arguments.target, &Host::default()) {
        Ok((reasons, target)) => {
            let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
            let consent = target.map(|target| target.consent_needed());
            let code = if reasons.is_empty() {
                exit::GOOD
            } else {
                exit::REFUSED
            };
            (verdict(arguments, &reasons, consent.as_deref()), code)
        }
        Err(error) if arguments.output == Output::JsonLines => {
            let line = serde_json::json!({ "type": "error", "message": error.to_string(), "remedy": error.remedy(), "errno": error.errno() });
            (format!("{line}\n"), exit::TARGET)
        }
        Err(error) => {
            let _ = writeln!(io::stderr(), "uring-bench: {error}\n  remedy: {}", error.remedy());
            (String::new(), exit::TARGET)
        }
    };
    // If nobody reads it, the exit code still tells.
    let _ = io::stdout().write_all(text.as_bytes());
    code
}

fn verdict(arguments: &GuardArguments, reasons: &[String], consent: Option<&str>) -> String {
    let target = arguments.target.display();
    if arguments.output == Output::JsonLines {
        let line = serde_json::json!({
            "type": "guard",
            "target": target.to_string(),
            "mayBeWritten": reasons.is_empty(),
            "reasons": reasons,
            "consent": consent,
        });
        return format!("{line}\n");
    }
    if reasons.is_empty() {
        let consent = consent.unwrap_or_default();
        return format!(
            "{target} may be written: nothing uses it and it holds nothing known.\nTo write to it, add {consent}\n"
        );
    }
    let list: String = reasons.iter().map(|reason| format!("  - {reason}\n")).collect();
    format!("{target} may not be written:\n{list}")
}
