//! A plan of every kind of step, and walking it with answers.

use super::*;

/// A plan with every kind of step that is known.
pub(super) fn every_kind() -> Plan {
    Plan::read(&plan_of(json!([
        { "kind": "purge", "method": "format" },
        { "kind": "set", "scheduler": "none" },
        { "kind": "fill", "method": "sequential", "blockBytes": 131_072, "fills": 2 },
        { "kind": "each", "setting": "powerGovernor", "values": [0, 1], "steps": [
            { "kind": "fill", "method": "sprandom", "blockBytes": 4096, "overProvisioningPercent": 10 },
            { "kind": "rounds", "roundsMax": 3, "until": {
                "kind": "steadyState", "windowRounds": 2, "tracked": [{ "metric": "iops", "readPercent": 0 }] },
              "steps": [sweep(json!({ "readPercent": [0, 100] })), { "kind": "idle", "seconds": 1 }] },
        ] },
        { "kind": "each", "setting": "powerState", "values": "offered", "steps": [sweep(json!({}))] },
        { "kind": "search", "raise": "rate", "from": 1, "to": 8, "resolution": 1, "confirmSeconds": 60,
          "criteria": [{ "stream": "reads", "direction": "read", "overNs": 1_000_000, "percentBelow": 5 }],
          "steps": [streams_step()] },
        { "kind": "idle", "seconds": 5 },
        streams_step(),
    ])))
    .unwrap()
}

pub(super) fn streams_step() -> Value {
    json!({ "kind": "streams", "durationSeconds": 30, "slices": { "seconds": 10, "overNs": [1_000_000] }, "streams": [
        { "name": "reads", "pattern": "random", "blockBytes": 1536, "readPercent": 100, "ratePerSecond": 2000 },
        { "name": "large", "pattern": "random", "blockBytes": 131_072, "readPercent": 50, "ratePerSecond": 23.53 },
    ] })
}

/// All points were measured to their end, with these figures and all criteria as `holds` says.
pub(super) fn complete(measurement: &Measurement, iops: f64, holds: bool) -> Feedback {
    let points = (0..measurement.points.len()).map(|index| Measured {
        outcome: PointOutcome::Complete,
        reason: None,
        operations: 1000,
        iops,
        bytes_per_second: iops * 4096.0,
        mean_latency_ns: Some(1e9 / iops),
        criteria: measurement.criteria_of(index).map(|_| holds).collect(),
    });
    Feedback::Measured {
        points: points.collect(),
    }
}

pub(super) fn failed() -> Feedback {
    Feedback::Failed {
        reason: "broken".into(),
    }
}

/// What is done, in a word each, when every action is answered by `answer`.
pub(super) fn told(plan: &Plan, mut answer: impl FnMut(&Action) -> Feedback) -> (Vec<String>, Walk) {
    let mut walk = Walk::new(plan);
    let mut told = Vec::new();
    while let Some(action) = walk.action().cloned() {
        told.push(match &action {
            Action::Measure(measurement) => format!(
                "{} {}",
                place(action.step_path()),
                measurement
                    .points
                    .iter()
                    .map(|point| point.sequence.to_string())
                    .collect::<Vec<_>>()
                    .join("+")
            ),
            Action::Set { settings, .. } => format!("set {}", json!(settings)),
            Action::PutBack { to, .. } => format!("put back {}", json!(to)),
            action => action.name().to_owned(),
        });
        let feedback = answer(&action);
        walk.tell(&feedback);
    }
    (told, walk)
}

pub(super) fn all_done(action: &Action) -> Feedback {
    match action {
        Action::Measure(measurement) => complete(measurement, 1000.0, true),
        Action::Ask { .. } => Feedback::Offered {
            values: vec![SettingValue::Number(0), SettingValue::Number(3)],
        },
        _ => Feedback::Done,
    }
}
