//! Self-tests and sanitizes: they go on by themselves, a step each time somebody asks how far they came.

use crate::pages::Page;
use crate::profile::{Profile, SelfTest, Work};

/// Percent of a step.
const STEP: u8 = 50;

/// Starts a self-test (1 short, 2 extended) or aborts the one that is running (15); false for any other code.
pub fn self_test(profile: &mut Profile, code: u64) -> bool {
    match (code, profile.work.self_test) {
        (15, running) => {
            if running != 0 {
                finish_self_test(profile, running, 1);
            }
            true
        }
        (1 | 2, _) => {
            profile.work.self_test = u8::try_from(code).unwrap_or(1);
            profile.work.self_test_percent = 0;
            profile.work.self_test_lag_left = profile.work.self_test_lag;
            true
        }
        _ => false,
    }
}

fn finish_self_test(profile: &mut Profile, code: u8, result: u8) {
    let power_on_hours = profile.smart.power_on_hours;
    let ended = SelfTest {
        code,
        result,
        power_on_hours,
        ..SelfTest::default()
    };
    profile.self_tests.insert(0, ended);
    profile.work.self_test = 0;
}

/// The head of the self-test log; then the test goes on.
pub fn self_test_head(profile: &mut Profile) -> [u8; 2] {
    let Work {
        self_test,
        self_test_percent,
        self_test_result,
        ..
    } = profile.work;
    if self_test == 0 {
        return [0, 0];
    }
    if profile.work.self_test_lag_left > 0 {
        profile.work.self_test_lag_left -= 1;
        return [0, 0];
    }
    if self_test_percent >= 100 {
        finish_self_test(profile, self_test, self_test_result);
        return [0, 0];
    }
    let step = profile.work.self_test_step.unwrap_or(STEP);
    let next = self_test_percent.saturating_add(step);
    profile.work.self_test_percent = next;
    if next >= 100 {
        profile.work.self_test_lag_left = profile.work.self_test_lag;
    }
    [self_test, self_test_percent]
}

/// Starts a sanitize; false for an action that the controller does not have (SANICAP).
pub fn sanitize(profile: &mut Profile, action: u64) -> bool {
    let bit = match action {
        2 => 1,
        3 => 2,
        4 => 0,
        _ => return false,
    };
    let has = profile.controller.sanicap & 1 << bit != 0;
    if has {
        profile.work.sanitize_percent = 0;
        profile.work.sanitize_lag_left = profile.work.sanitize_lag;
        if profile.work.sanitize_lag == 0 {
            profile.work.sanitize = 2;
        }
    }
    has
}

/// Log page 81h; then the sanitize goes on.
pub fn sanitize_log(profile: &mut Profile) -> Vec<u8> {
    let work = &mut profile.work;
    if work.sanitize_lag_left > 0 {
        let before = work.sanitize;
        work.sanitize_lag_left -= 1;
        if work.sanitize_lag_left == 0 {
            work.sanitize = 2;
        }
        return sanitize_status(u16::MAX, before);
    }
    if work.sanitize == 2 && work.sanitize_percent >= 100 {
        work.sanitize = if work.sanitize_fails { 3 } else { 1 };
    }
    let progress = match work.sanitize {
        2 => u16::from(work.sanitize_percent) * 655,
        _ => u16::MAX,
    };
    if work.sanitize == 2 {
        work.sanitize_percent = work.sanitize_percent.saturating_add(STEP);
    }
    sanitize_status(progress, work.sanitize)
}

fn sanitize_status(progress: u16, state: u8) -> Vec<u8> {
    let mut page = Page::new(512);
    page.put(0, &progress.to_le_bytes()).put(2, &[state]);
    page.0
}
