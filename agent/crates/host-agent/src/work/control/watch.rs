//! Watches long work that a drive does by itself, and reports how far it came.

use std::time::Duration;

use crosspoint_nvme::CallError;
use crosspoint_nvme::control::{DriveControl, FORMAT_LIMIT, SanitizeMethod};
use crosspoint_nvme::decode::SanitizeStatus;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep};

use super::controls::{Controls, Done, Prepared};
use crate::work::ledger::Failure;

/// How late a drive may be with showing that a sanitize began.
const SANITIZE_BEGINS_WITHIN: Duration = Duration::from_secs(30);
/// One pass of an overwrite of a large drive takes many hours.
pub(super) const SANITIZE_LIMIT: Duration = Duration::from_secs(48 * 3600);
/// Questions in a row that may stay without an answer.
const FAILURES_MAX: u32 = 5;

impl Controls {
    /// Waits for a format, and tells how far it came. Not every drive answers meanwhile: after a question without an answer
    /// there is no other. Returns when the last one is answered too, so that none is under way on the drive any more.
    pub(super) async fn watch_format(
        &self,
        prepared: &Prepared,
        control: &DriveControl,
        nsid: u32,
        format: impl Future<Output = Result<(), CallError>>,
    ) -> Result<(), CallError> {
        let mut watch = Watch::new(self, prepared, "formatting", FORMAT_LIMIT);
        let is_over = Notify::new();
        let to_its_end = async {
            let formatted = format.await;
            is_over.notify_one();
            formatted
        };
        let how_far = async {
            loop {
                tokio::select! {
                    () = is_over.notified() => return,
                    () = sleep(watch.interval()) => {}
                }
                let answer = control.identify_namespace(nsid).await;
                match answer
                    .ok()
                    .and_then(|namespace| namespace.format_remaining_percent)
                {
                    Some(remaining) => watch.tell(100 - remaining),
                    None => return,
                }
            }
        };
        tokio::join!(to_its_end, how_far).0
    }

    pub(super) async fn watch_sanitize(
        &self,
        prepared: &Prepared,
        control: &DriveControl,
        method: SanitizeMethod,
        Begun { before, unanswered }: Begun,
    ) -> Done {
        let (phase, limit) = sanitize_phase(method);
        let mut watch = Watch::new(self, prepared, &phase, limit);
        let mut was_seen = false;
        loop {
            match watch.answer(control.sanitize_status().await)? {
                Some(SanitizeStatus::InProgress { percent }) => {
                    was_seen = true;
                    watch.tell(percent);
                }
                // What it said before may be of an older one: this one has not begun yet, or was over before the first look.
                Some(same) if same == before && !was_seen && watch.elapsed() < SANITIZE_BEGINS_WITHIN => {}
                Some(same)
                    if let Some(failure) = &unanswered
                        && same == before
                        && !was_seen =>
                {
                    let reason = format!("{}; the drive shows no sign of it", failure.reason);
                    return Err(reason.into());
                }
                Some(SanitizeStatus::Succeeded) => return Ok(None),
                Some(SanitizeStatus::Failed) => {
                    let reason =
                        "the sanitize failed; the drive accepts no other commands until one succeeds";
                    return Err(reason.to_owned().into());
                }
                Some(SanitizeStatus::Never) => {
                    return Err(
                        "the drive accepted the command but reports that it was never sanitized"
                            .to_owned()
                            .into(),
                    );
                }
                None => {}
            }
            watch.pause().await?;
        }
    }
}

fn sanitize_phase(method: SanitizeMethod) -> (String, Duration) {
    let SanitizeMethod::Overwrite(passes) = method else {
        return ("sanitize".to_owned(), SANITIZE_LIMIT);
    };
    let number = passes.number();
    let unit = if number == 1 { "pass" } else { "passes" };
    (
        format!("overwrite in {number} {unit}"),
        SANITIZE_LIMIT * number.into(),
    )
}

/// A sanitize that was asked for.
pub(super) struct Begun {
    /// How the last one stood before.
    pub before: SanitizeStatus,
    /// The command got no answer, so that only the drive's status tells whether it took it.
    pub unanswered: Option<Failure>,
}

pub(super) struct Watch<'a> {
    controls: &'a Controls,
    prepared: &'a Prepared,
    patience: Patience,
    told: Option<u8>,
    failures: u32,
}

impl<'a> Watch<'a> {
    pub(super) fn new(controls: &'a Controls, prepared: &'a Prepared, phase: &str, limit: Duration) -> Self {
        Self {
            controls,
            prepared,
            patience: Patience {
                phase: phase.to_owned(),
                started: Instant::now(),
                limit,
            },
            told: None,
            failures: 0,
        }
    }

    fn elapsed(&self) -> Duration {
        self.patience.started.elapsed()
    }

    pub(super) fn tell(&mut self, percent: u8) {
        if self.told != Some(percent) {
            self.told = Some(percent);
            self.controls
                .ledger
                .progress(self.prepared.command_id, &self.patience.phase, Some(percent));
        }
    }

    /// `None` for a question without an answer, until there were too many: a busy drive may be slow to say.
    pub(super) fn answer<T>(&mut self, answer: Result<T, impl Into<Failure>>) -> Result<Option<T>, Failure> {
        match answer {
            Ok(answer) => {
                self.failures = 0;
                Ok(Some(answer))
            }
            Err(_) if self.failures < FAILURES_MAX => {
                self.failures += 1;
                Ok(None)
            }
            Err(error) => {
                let failure: Failure = error.into();
                Err(Failure {
                    reason: format!(
                        "the {} was started, but its outcome could not be determined: {}",
                        self.patience.phase, failure.reason
                    ),
                    ..failure
                })
            }
        }
    }

    fn interval(&self) -> Duration {
        self.patience.interval()
    }

    pub(super) async fn pause(&self) -> Result<(), Failure> {
        self.patience.pause().await
    }
}

/// How long something may take, and how often it is asked about.
struct Patience {
    phase: String,
    started: Instant,
    limit: Duration,
}

impl Patience {
    /// A second at first, then a tenth of what it took so far, half a minute at most.
    fn interval(&self) -> Duration {
        (self.started.elapsed() / 10).clamp(Duration::from_secs(1), Duration::from_secs(30))
    }

    /// Waits for the next question; one that goes on for ever is given up, with the drive still at it.
    async fn pause(&self) -> Result<(), Failure> {
        if self.started.elapsed() > self.limit {
            let minutes = self.limit.as_secs() / 60;
            return Err(format!(
                "the {} had not finished after {minutes} minutes; the drive continues",
                self.phase
            )
            .into());
        }
        sleep(self.interval()).await;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::self_test::patience;
    use super::*;
    use crosspoint_nvme::control::SelfTest;

    /// A drive that shows a running test for ever: so long is it asked, and at most half a minute longer.
    #[tokio::test(start_paused = true)]
    async fn a_self_test_that_hangs_is_given_up_and_said_to_go_on() {
        for (test, drive_says_minutes, limit_minutes) in
            [(SelfTest::Short, 0, 15), (SelfTest::Extended, 90, 2 * 90 + 60)]
        {
            let (phase, limit) = patience(test, drive_says_minutes);
            let hung = Patience {
                phase: phase.to_owned(),
                started: Instant::now(),
                limit,
            };
            let mut questions = 0;
            let given_up = loop {
                assert!(questions < 600, "it is asked for ever");
                match hung.pause().await {
                    Ok(()) => questions += 1,
                    Err(failure) => break failure,
                }
            };
            assert_eq!(
                given_up.reason,
                format!("the {phase} had not finished after {limit_minutes} minutes; the drive continues")
            );
            let waited = hung.started.elapsed();
            assert!(
                waited > limit && waited <= limit + Duration::from_secs(30),
                "{waited:?}"
            );
        }
    }
}
