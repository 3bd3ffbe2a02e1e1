//! Reads the answer of the long poll. Commands are judged one by one: a newer server may offer a kind that this agent
//! does not know, and that must not cost it the commands that it does know.

use serde::Deserialize;
use serde_json::Value;
use uuid::Uuid;

use crate::Command;

/// The answer of one long poll.
#[derive(Debug)]
pub struct Offers {
    /// The server's clock, unix milliseconds.
    pub server_time_ms: u64,
    /// What it offers, in its order.
    pub offers: Vec<Offer>,
}

/// One offered command.
#[derive(Debug, PartialEq)]
pub enum Offer {
    /// A command that this agent understands.
    Command(Box<Command>),
    /// A command to decline: of an unknown kind, or not as the contract has it.
    NotUnderstood {
        /// The command's id.
        id: Uuid,
        /// Why, for the server and a person.
        reason: String,
    },
    /// Something without a usable id, which cannot even be declined.
    Unanswerable {
        /// Why, for the log.
        reason: String,
    },
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Envelope {
    server_time_ms: u64,
    commands: Vec<Value>,
}

/// Parses the body of `GET /agent/v1/commands`.
///
/// # Errors
/// If the body is not even the envelope of the contract.
pub fn offers(body: &[u8]) -> Result<Offers, serde_json::Error> {
    let envelope: Envelope = serde_json::from_slice(body)?;
    Ok(Offers {
        server_time_ms: envelope.server_time_ms,
        offers: envelope.commands.into_iter().map(offer).collect(),
    })
}

fn offer(command: Value) -> Offer {
    let id = command["id"].as_str().and_then(|id| Uuid::parse_str(id).ok());
    match (serde_json::from_value(command), id) {
        (Ok(command), _) => Offer::Command(Box::new(command)),
        (Err(error), Some(id)) => Offer::NotUnderstood {
            id,
            reason: format!("this agent does not understand the command: {error}"),
        },
        (Err(error), None) => Offer::Unanswerable {
            reason: format!("a command without a usable id: {error}"),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_kind_does_not_hide_the_commands_beside_it() {
        let body = br#"{"serverTimeMs": 5, "later": true, "commands": [
            {"id": "7d444840-9dc0-4d1d-b245-5ffdce74fad2", "kind": "orderCoffee", "sugar": 2},
            {"id": "8d444840-9dc0-4d1d-b245-5ffdce74fad2", "kind": "collectNow", "later": 1},
            {"id": "9d444840-9dc0-4d1d-b245-5ffdce74fad2", "kind": "cancelBenchmark", "runId": "no uuid"},
            {"kind": "collectNow"}, 7]}"#;
        let parsed = offers(body).unwrap();
        assert_eq!(parsed.server_time_ms, 5);
        assert!(
            matches!(&parsed.offers[0], Offer::NotUnderstood { id, reason }
                if id.to_string().starts_with("7d") && reason.contains("orderCoffee")),
            "{:?}",
            parsed.offers[0]
        );
        assert!(matches!(&parsed.offers[1], Offer::Command(command)
            if matches!(**command, Command::CollectNow(_))));
        assert!(
            matches!(&parsed.offers[2], Offer::NotUnderstood { id, .. } if id.to_string().starts_with("9d"))
        );
        assert!(matches!(&parsed.offers[3], Offer::Unanswerable { .. }));
        assert!(matches!(&parsed.offers[4], Offer::Unanswerable { .. }));
    }

    #[test]
    fn a_body_of_something_else_is_an_error() {
        assert!(offers(b"<html>proxy</html>").is_err());
        assert!(offers(br#"{"commands": []}"#).is_err());
    }
}
