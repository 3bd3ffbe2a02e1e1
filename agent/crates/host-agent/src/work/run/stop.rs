//! Why a run, or what it measures now, is to stop.

use tokio::sync::watch;

/// Who asked for it, and what for. Reasons are for a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// A person: the run is over.
    Cancel(String),
    /// A person: the run goes on with what comes next.
    Skip(String),
    /// The agent is being stopped: the run goes on when it starts again, with what is broken off now.
    Suspend,
}

/// Tells of a reason to stop, once there is one.
pub type StopSignal = watch::Receiver<Option<Stop>>;

/// Returns when there is one, and never without.
pub async fn asked_to_stop(stop: &mut StopSignal) -> Stop {
    let reason = stop.wait_for(Option::is_some).await;
    match reason.map(|reason| reason.clone()) {
        Ok(Some(reason)) => reason,
        Ok(None) | Err(_) => std::future::pending().await,
    }
}
