//! Keeps an event within the limits of the contract.
//!
//! What a device, a kernel or a tool reports can be longer than the contract allows. The server would refuse the
//! whole event, and a long warning would cost a benchmark result. So every event passes here once, before
//! it is spooled: texts and lists that are too long are cut, and the caller learns which.

use std::sync::LazyLock;

use serde_json::{Map, Value};

use crate::AgentEvent;

/// An event as it goes on the wire.
#[derive(Debug, Clone, PartialEq)]
pub struct Fitted {
    /// The JSON of the event.
    pub json: Value,
    /// Paths of what was cut, for example `/warnings/3`.
    pub shortened: Vec<String>,
}

static DEFINITIONS: LazyLock<Map<String, Value>> = LazyLock::new(|| {
    let schema: Value = serde_json::from_str(crate::SCHEMA_JSON).expect("the committed schema is JSON");
    let Value::Object(mut schema) = schema else {
        return Map::new();
    };
    match schema.remove("definitions") {
        Some(Value::Object(definitions)) => definitions,
        _ => Map::new(),
    }
});

/// Serializes an event and cuts texts and lists to the limits that the schema gives their fields.
///
/// Only texts without a pattern are cut: half a counter would be another number. Numbers are left as they are.
///
/// # Errors
/// If the event cannot be expressed as JSON, which a generated type always can.
pub fn fit(event: &AgentEvent) -> Result<Fitted, serde_json::Error> {
    let mut json = serde_json::to_value(event)?;
    let mut shortened = Vec::new();
    if let Some(definition) = definition_of(&json) {
        shorten(&mut json, definition, "", &mut shortened);
    }
    Ok(Fitted { json, shortened })
}

/// The definition of the event's kind: the one whose `kind` is that constant.
fn definition_of(event: &Value) -> Option<&'static Value> {
    let variants = DEFINITIONS.get("AgentEvent")?["oneOf"].as_array()?;
    variants
        .iter()
        .map(resolve)
        .find(|schema| schema["properties"]["kind"]["const"] == event["kind"])
}

/// The definition that a schema refers to; itself where it refers to none. A field that may be absent refers through `allOf`.
fn resolve(schema: &'static Value) -> &'static Value {
    let reference = schema["$ref"].as_str().or(schema["allOf"][0]["$ref"].as_str());
    let name = reference.and_then(|reference| reference.strip_prefix("#/definitions/"));
    name.and_then(|name| DEFINITIONS.get(name)).unwrap_or(schema)
}

fn shorten(value: &mut Value, schema: &'static Value, path: &str, shortened: &mut Vec<String>) {
    let schema = resolve(schema);
    match value {
        Value::String(text) => {
            let limit = schema["maxLength"]
                .as_u64()
                .filter(|_| schema.get("pattern").is_none());
            if limit.is_some_and(|limit| cut_text(text, limit)) {
                shortened.push(path.to_owned());
            }
        }
        Value::Array(items) => {
            let limit = schema["maxItems"]
                .as_u64()
                .and_then(|limit| usize::try_from(limit).ok());
            if limit.is_some_and(|limit| items.len() > limit) {
                items.truncate(limit.unwrap_or(usize::MAX));
                shortened.push(path.to_owned());
            }
            for (index, item) in items.iter_mut().enumerate() {
                shorten(item, &schema["items"], &format!("{path}/{index}"), shortened);
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                shorten(
                    field,
                    &schema["properties"][name.as_str()],
                    &format!("{path}/{name}"),
                    shortened,
                );
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Cuts a text to `limit` UTF-16 units, because that is how the server's JavaScript counts. True if it was cut.
fn cut_text(text: &mut String, limit: u64) -> bool {
    let mut units = 0;
    let end = text.char_indices().find_map(|(index, letter)| {
        units += letter.len_utf16() as u64;
        (units > limit).then_some(index)
    });
    if let Some(end) = end {
        text.truncate(end);
    }
    end.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CommandEvent, CommandEventOutcome, EnvironmentEvent, HostPolicy};
    use proptest::prelude::*;
    use uuid::Uuid;

    fn declined(reason: String) -> AgentEvent {
        CommandEvent {
            command_id: Uuid::new_v4(),
            id: Uuid::new_v4(),
            nvme_status: None,
            outcome: CommandEventOutcome::Declined,
            reason: Some(reason),
            run_unknown: None,
            sequence: None,
            time_ms: 1,
        }
        .into()
    }

    #[test]
    fn leaves_an_event_within_the_limits_alone() {
        let event = declined("x".repeat(1024));
        let fitted = fit(&event).unwrap();
        assert_eq!(fitted.json, serde_json::to_value(&event).unwrap());
        assert!(fitted.shortened.is_empty());
    }

    #[test]
    fn cuts_a_long_text_and_says_where() {
        let fitted = fit(&declined("x".repeat(1025))).unwrap();
        assert_eq!(fitted.json["reason"].as_str().unwrap().len(), 1024);
        assert_eq!(fitted.shortened, ["/reason"]);
    }

    #[test]
    fn counts_a_text_as_javascript_does() {
        // U+1F4BE is two UTF-16 units: 512 of them fill 1024 units, the 513th does not fit.
        let fitted = fit(&declined("\u{1f4be}".repeat(513))).unwrap();
        assert_eq!(fitted.json["reason"].as_str().unwrap().chars().count(), 512);
    }

    #[test]
    fn cuts_a_long_list_and_the_texts_in_it() {
        // `policyActions` of the limits.
        const DENIED_MAX: usize = 16;
        let event = EnvironmentEvent {
            architecture: None,
            upgrade_obstacle: None,
            agent_version: "0.1.0".into(),
            allowed_cpus: None,
            booted_ms: None,
            cpu_count: 1,
            cpu_model: String::new(),
            events_dropped: 0,
            events_refused: None,
            governor: None,
            hostname: "h".into(),
            id: Uuid::new_v4(),
            idle_states: Vec::new(),
            kernel: String::new(),
            memory_bytes: 0,
            mitigations: None,
            numa_nodes: Vec::new(),
            nvme_parameters: Vec::new(),
            nvme_cli_version: None,
            operating_system: String::new(),
            policy: HostPolicy {
                allow: Vec::new(),
                deny: vec!["x".repeat(2000); 2000],
                path: String::new(),
                problem: None,
            },
            sequence: None,
            smt: None,
            time_ms: 1,
            uring_bench_version: None,
        };
        let fitted = fit(&event.into()).unwrap();
        let denied = fitted.json["policy"]["deny"].as_array().unwrap();
        assert_eq!(
            (denied.len(), denied[DENIED_MAX - 1].as_str().unwrap().len()),
            (DENIED_MAX, 1024)
        );
        assert_eq!(fitted.shortened.len(), 1 + DENIED_MAX);
    }

    proptest! {
        #[test]
        fn every_cut_text_is_valid_and_short_enough(text in any::<String>(), limit in 0u64..20) {
            let mut cut = text.clone();
            cut_text(&mut cut, limit);
            prop_assert!(cut.encode_utf16().count() as u64 <= limit);
            prop_assert!(text.starts_with(&cut));
        }
    }
}
