//! The golden messages of packages/protocol/golden, which the server's tests read as well.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};

use crosspoint_wire::{
    AgentEvent, CommandsResponse, EnrollRequest, EnrollResponse, ErrorResponse, ReportRequest,
    ReportResponse, fit,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

struct Golden {
    name: String,
    content: Value,
}

fn goldens(folder: &str) -> Vec<Golden> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../packages/protocol/golden")
        .join(folder);
    let paths: Vec<PathBuf> = directory
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    let goldens: Vec<Golden> = paths
        .iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .map(|path| Golden {
            name: path.display().to_string(),
            content: serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap(),
        })
        .collect();
    assert!(goldens.len() > 5, "no golden messages in {}", directory.display());
    goldens
}

fn there_and_back(golden: &Golden) -> Result<Value, serde_json::Error> {
    fn through<T: DeserializeOwned + Serialize>(body: Value) -> Result<Value, serde_json::Error> {
        serde_json::to_value(serde_json::from_value::<T>(body)?)
    }
    let body = golden.content["body"].clone();
    match golden.content["message"].as_str().unwrap() {
        "EnrollRequest" => through::<EnrollRequest>(body),
        "EnrollResponse" => through::<EnrollResponse>(body),
        "ReportRequest" => through::<ReportRequest>(body),
        "ReportResponse" => through::<ReportResponse>(body),
        "CommandsResponse" => through::<CommandsResponse>(body),
        "ErrorResponse" => through::<ErrorResponse>(body),
        other => panic!("{}: unknown message {other}", golden.name),
    }
}

#[test]
fn every_valid_message_comes_back_unchanged() {
    for golden in goldens("valid") {
        let back = there_and_back(&golden).unwrap_or_else(|error| panic!("{}: {error}", golden.name));
        assert_eq!(back, golden.content["body"], "{}", golden.name);
    }
}

#[test]
fn every_invalid_message_is_refused() {
    for golden in goldens("invalid") {
        let refused = there_and_back(&golden).is_err();
        assert_eq!(
            refused,
            golden.content["rustRefuses"].as_bool().unwrap(),
            "{}",
            golden.name
        );
    }
}

#[test]
fn fitting_leaves_valid_events_alone() {
    for golden in goldens("valid") {
        let Some(events) = golden.content["body"]["events"].as_array() else {
            continue;
        };
        for event in events {
            let parsed: AgentEvent = serde_json::from_value(event.clone()).unwrap();
            let fitted = fit(&parsed).unwrap();
            assert_eq!(
                (&fitted.json, fitted.shortened.len()),
                (event, 0),
                "{}",
                golden.name
            );
        }
    }
}

#[test]
fn unknown_fields_are_ignored() {
    let body = serde_json::json!({"serverTimeMs": 1, "accepted": 2, "refused": [], "nextReportAfterMs": 3, "later": {}});
    assert_eq!(
        serde_json::from_value::<ReportResponse>(body).unwrap().accepted,
        2
    );
}
