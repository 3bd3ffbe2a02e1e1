//! Between this host and the server: address, TLS, key, clock.

use std::time::Duration;

use super::check::Check;
use crate::configuration::Settings;
use crate::link::identity::read_identity;
use crate::link::server::{CallError, Server, SetUpError};
use crate::runtime::clock::now_ms;
use crate::runtime::dating::AGREED_MS;

/// The server refuses events that are so far ahead.
const SKEW_FAILURE_MS: u64 = 86_400_000;
/// No server knows it: how it is refused tells that a server is there.
const NOBODY: &str = "nobody";

pub async fn checks(settings: &Settings) -> Vec<Check> {
    let enrollment = match read_identity(&settings.state_dir) {
        Ok(identity) => identity.and_then(|identity| identity.enrollment),
        Err(error) => return vec![Check::failed("enrollment", error.to_string(), "see the message")],
    };
    let door = match &enrollment {
        Some(known) => Some(settings.door(known)),
        None => settings.server.as_deref().map(|url| (url, settings.trust())),
    };
    let enrolled = match &enrollment {
        Some(known) => Check::ok("enrollment", format!("enrolled as host {}", known.host_id)),
        None if settings.server.is_some() && settings.token.is_some() => Check::warning(
            "enrollment",
            "not yet enrolled",
            "start the agent: it enrolls with the configured token",
        ),
        None => Check::failed(
            "enrollment",
            "not enrolled: nothing is reported",
            "choose “Add a host” on the Hosts page and run the command shown there",
        ),
    };
    let Some((url, trust)) = door else {
        return vec![enrolled];
    };
    let server = match Server::new(url, trust) {
        Ok(server) => server,
        Err(error @ SetUpError::Unencrypted { .. }) => {
            let remedy = "see the message; until then nothing is sent, and samples are kept on disk";
            return vec![enrolled, Check::failed("TLS", error.to_string(), remedy)];
        }
        Err(error) => {
            return vec![
                enrolled,
                Check::failed("server", error.to_string(), "correct server or ca_file"),
            ];
        }
    };
    let mut checks = vec![enrolled, encryption(&server, url)];
    let key = enrollment.as_ref().map(|known| known.agent_key.clone());
    checks.extend(answer(&server, url, key).await);
    checks
}

fn encryption(server: &Server, url: &str) -> Check {
    if server.is_unencrypted() {
        return Check::warning(
            "TLS",
            format!("{url} is not encrypted: anyone on the network can read this host's key"),
            "put the gateway behind TLS and use https://; for a private CA, set ca_file",
        );
    }
    Check::ok(
        "TLS",
        if url.starts_with("https") {
            "encrypted"
        } else {
            "local connection: not needed"
        },
    )
}

async fn answer(server: &Server, url: &str, key: Option<String>) -> Vec<Check> {
    let asked_ms = now_ms();
    let offers = server
        .commands(key.as_deref().unwrap_or(NOBODY), Duration::ZERO)
        .await;
    let reached = Check::ok("server", format!("{url} is responding"));
    match offers {
        Ok(offers) => {
            // The server looked at its clock between the question and now.
            let here_ms = asked_ms.midpoint(now_ms());
            vec![
                reached,
                Check::ok("key", "accepted by the server"),
                clock(here_ms, offers.server_time_ms),
            ]
        }
        Err(CallError::Unauthorized(_)) if key.is_none() => vec![reached],
        Err(CallError::Unauthorized(reason)) => vec![
            reached,
            Check::failed(
                "key",
                format!("rejected by the server: {reason}"),
                "generate a token on the Hosts page and run: crosspoint-agent enroll --server … --token …; the host keeps its history",
            ),
        ],
        Err(error) => vec![Check::failed(
            "server",
            format!("{url} cannot be used: {error}"),
            "fix what the message names; samples are kept on disk in the meantime",
        )],
    }
}

fn clock(here_ms: u64, server_ms: u64) -> Check {
    let skew_ms = here_ms.abs_diff(server_ms);
    let direction = if here_ms > server_ms { "ahead of" } else { "behind" };
    let detail = format!("{:.1} s {direction} the server's clock", skew_ms as f64 / 1e3);
    let remedy = "synchronize this host's clock (chrony or systemd-timesyncd): its samples carry wrong times";
    match skew_ms {
        SKEW_FAILURE_MS.. => Check::failed("clock", detail, remedy),
        AGREED_MS.. => Check::warning("clock", detail, remedy),
        _ => Check::ok("clock", detail),
    }
}

#[cfg(test)]
mod tests {
    use super::super::check::Verdict;
    use super::*;

    #[test]
    fn judges_the_clock_by_its_distance_in_either_direction() {
        let now = 1_795_262_400_000;
        for (skew_ms, verdict, words) in [
            (4_999, Verdict::Ok, "5.0 s"),
            (5_000, Verdict::Warning, "5.0 s"),
            (86_400_000, Verdict::Failed, "86400.0 s"),
        ] {
            let (ahead, behind) = (clock(now + skew_ms, now), clock(now - skew_ms, now));
            assert_eq!((ahead.verdict, behind.verdict), (verdict, verdict), "{skew_ms}");
            assert!(
                ahead.detail.contains(words) && ahead.detail.contains("ahead"),
                "{ahead:?}"
            );
            assert!(behind.detail.contains("behind"), "{behind:?}");
        }
    }
}
