//! Starts a self-test and watches it to its own end. A drive may be slow to show that it has begun, and again to write down how
//! it ended: meanwhile the newest result in its log is an older test's, so the log is compared with what it was before.

use std::time::Duration;

use crosspoint_nvme::control::SelfTest;
use crosspoint_nvme::decode::{SelfTestLog, SelfTestResult};
use crosspoint_wire::{DriveIdentity, SelfTestActionTest};
use tokio::time::Instant;

use super::controls::{Controls, Done, Prepared};
use super::watch::Watch;
use crate::work::ledger::Failure;

/// A short self-test takes two minutes by the specification.
const SHORT_LIMIT: Duration = Duration::from_secs(15 * 60);
/// Beyond twice what the drive itself says for an extended one.
const EXTENDED_GRACE: Duration = Duration::from_secs(3600);
/// How long a drive may show neither a test that is running nor a new result.
const NOTHING_NEW_LIMIT: Duration = Duration::from_secs(120);

impl Controls {
    pub(super) async fn self_test(&self, prepared: &Prepared, test: SelfTestActionTest) -> Done {
        let control = self.drives.find_drive(&prepared.drive)?.control;
        let code = match test {
            SelfTestActionTest::Abort => {
                control.self_test(SelfTest::Abort).await?;
                return Ok(None);
            }
            SelfTestActionTest::Short => SelfTest::Short,
            SelfTestActionTest::Extended => SelfTest::Extended,
        };
        let (phase, limit) = patience(code, prepared.extended_self_test_minutes);
        let before = self.self_test_log(&prepared.drive).await?;
        control.self_test(code).await?;
        let watch = Watch::new(self, prepared, phase, limit);
        let result = self
            .watch_self_test(prepared, watch, OwnTest::after(before))
            .await?;
        match result.result {
            0 => Ok(Some(result.words().to_owned())),
            _ => Err(result.words().to_owned().into()),
        }
    }

    /// Watches a test to its end, whatever that is.
    pub(super) async fn watch_self_test(
        &self,
        prepared: &Prepared,
        mut watch: Watch<'_>,
        mut own: OwnTest,
    ) -> Result<SelfTestResult, Failure> {
        let mut nothing_new_since = Instant::now();
        loop {
            let log = watch.answer(self.self_test_log(&prepared.drive).await)?;
            match log.map(|log| own.look(&log)) {
                Some(Look::Running { percent }) => {
                    watch.tell(percent);
                    nothing_new_since = Instant::now();
                }
                Some(Look::Ended(result)) => return Ok(result),
                Some(Look::NothingNew) if nothing_new_since.elapsed() > NOTHING_NEW_LIMIT => {
                    return Err(own.without_a_result().into());
                }
                Some(Look::NothingNew) | None => {}
            }
            watch.pause().await?;
        }
    }

    /// The log of this drive, wherever it is plugged in now: a test goes on for hours.
    pub(super) async fn self_test_log(&self, drive: &DriveIdentity) -> Result<SelfTestLog, Failure> {
        let found = self.drives.find_drive(drive)?;
        let log = found.control.self_test_log().await?;
        if self.drives.is_still_there(&found) {
            return Ok(log);
        }
        Err(format!(
            "drive {} was removed or replaced while its log was read",
            drive.serial
        )
        .into())
    }
}

/// What a test is called, and how long it may take on a drive that says this of an extended one.
pub(super) fn patience(test: SelfTest, extended_minutes: u16) -> (&'static str, Duration) {
    match test {
        SelfTest::Extended => {
            let nominal = Duration::from_secs(60 * u64::from(extended_minutes));
            ("extended self-test", 2 * nominal + EXTENDED_GRACE)
        }
        SelfTest::Short | SelfTest::Abort => ("short self-test", SHORT_LIMIT),
    }
}

/// The test that was asked for, told from those before it.
pub(super) struct OwnTest {
    before: SelfTestLog,
    was_running: bool,
}

/// What the log says of it.
#[derive(Debug, PartialEq)]
enum Look {
    Running { percent: u8 },
    Ended(SelfTestResult),
    NothingNew,
}

impl OwnTest {
    pub(super) fn after(before: SelfTestLog) -> Self {
        Self {
            before,
            was_running: false,
        }
    }

    /// One that is running already, and is in none of the results so far.
    pub(super) fn under_way(log: SelfTestLog) -> Self {
        Self {
            before: log,
            was_running: true,
        }
    }

    fn look(&mut self, log: &SelfTestLog) -> Look {
        if let Some((_, percent)) = log.running {
            self.was_running = true;
            return Look::Running {
                percent: percent.min(100),
            };
        }
        let may_be_new = log.results != self.before.results || (self.was_running && log.hides_new_results());
        match log.results.first() {
            Some(newest) if may_be_new => Look::Ended(newest.clone()),
            _ => Look::NothingNew,
        }
    }

    fn without_a_result(&self) -> String {
        let seconds = NOTHING_NEW_LIMIT.as_secs();
        if self.was_running {
            format!(
                "the self-test is no longer running, but after {seconds} s its result is not in the drive's log"
            )
        } else {
            format!(
                "the drive accepted the command, but for {seconds} s its log showed neither a running test nor a new result"
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(result: u8, power_on_hours: u64) -> SelfTestResult {
        SelfTestResult {
            code: 1,
            result,
            failed_segment: None,
            power_on_hours,
            nsid: None,
            failing_lba: None,
            status: None,
        }
    }

    fn log(running: Option<(u8, u8)>, results: &[SelfTestResult]) -> SelfTestLog {
        SelfTestLog {
            running,
            results: results.to_vec(),
        }
    }

    #[test]
    fn only_a_result_that_was_not_there_before_is_its_own() {
        let old = result(0, 100);
        let mut own = OwnTest::after(log(None, std::slice::from_ref(&old)));
        let idle = log(None, std::slice::from_ref(&old));
        assert_eq!(own.look(&idle), Look::NothingNew, "not begun");
        let running = log(Some((1, 120)), std::slice::from_ref(&old));
        assert_eq!(own.look(&running), Look::Running { percent: 100 });
        assert_eq!(own.look(&idle), Look::NothingNew, "not written down");
        // Equal to the one before: there is one more of it.
        let ended = log(None, &[old.clone(), old.clone()]);
        assert_eq!(own.look(&ended), Look::Ended(old));
    }

    #[test]
    fn one_that_was_over_before_the_first_look_is_found() {
        let full: Vec<_> = (0..20).map(|ago| result(0, 100 - ago)).collect();
        let mut own = OwnTest::after(log(None, &full));
        let mut next = full.clone();
        next.insert(0, result(7, 100));
        next.truncate(20);
        assert_eq!(own.look(&log(None, &next)), Look::Ended(result(7, 100)));
        let mut first = OwnTest::after(log(None, &[]));
        assert_eq!(first.look(&log(None, &[])), Look::NothingNew);
        assert_eq!(first.look(&log(None, &full[..1])), Look::Ended(result(0, 100)));
    }

    #[test]
    fn a_log_full_of_equal_results_shows_no_new_one_so_it_must_have_been_seen_running() {
        let equal = log(None, &vec![result(0, 100); 20]);
        let mut own = OwnTest::after(equal.clone());
        assert_eq!(own.look(&equal), Look::NothingNew);
        assert_eq!(
            own.look(&log(Some((1, 5)), &equal.results)),
            Look::Running { percent: 5 }
        );
        assert_eq!(own.look(&equal), Look::Ended(result(0, 100)));
    }
}
