//! Get Log Page.

use std::collections::BTreeSet;

use super::answer::{Answer, printed, status, usage};
use super::options::{Options, by_number};
use crate::long_work;
use crate::pages;
use crate::profile::{BrokenLog, Profile};

pub(super) fn get_log(profile: &mut Profile, options: &Options) -> Answer {
    let length = options
        .number("log-len")
        .and_then(|length| usize::try_from(length).ok());
    let (Some(identifier), Some(length)) = (options.number("log-id"), length) else {
        return usage("get-log needs --log-id and --log-len");
    };
    let page = match u8::try_from(identifier) {
        Ok(identifier) => log_page(profile, identifier, length),
        Err(_) => None,
    };
    let broken = u8::try_from(identifier)
        .ok()
        .and_then(|identifier| by_number(&profile.broken_logs).get(&identifier).copied());
    match page.filter(|_| broken != Some(BrokenLog::Refused)) {
        Some(mut page) => {
            page.resize(length, 0);
            match broken {
                Some(BrokenLog::Short) => page.truncate(length / 2),
                Some(BrokenLog::Zero) => page.fill(0),
                Some(BrokenLog::Ones) => page.fill(0xff),
                Some(BrokenLog::Refused) | None => {}
            }
            printed(page)
        }
        None => status("Invalid Log Page: The log page indicated is invalid", 0x4109),
    }
}

fn log_page(profile: &mut Profile, identifier: u8, length: usize) -> Option<Vec<u8>> {
    if !supported_logs(profile).contains(&identifier) {
        return None;
    }
    match identifier {
        0x00 => Some(pages::supported_log_pages(
            &supported_logs(profile).into_iter().collect::<Vec<_>>(),
        )),
        0x01 => Some(pages::error_log(&profile.error_log, length / 64)),
        0x02 => Some(pages::smart_log(&profile.smart)),
        0x03 => Some(pages::firmware_slots(&profile.firmware_slots)),
        0x06 => {
            let head = long_work::self_test_head(profile);
            let mut page = pages::self_test_log(&profile.self_tests);
            page[..2].copy_from_slice(&head);
            Some(page)
        }
        0x81 => Some(long_work::sanitize_log(profile)),
        0x12 => Some(pages::feature_effects(
            &by_number(&profile.features).into_keys().collect::<Vec<_>>(),
        )),
        0xc0 => profile.ocp.as_ref().map(pages::ocp_smart),
        0xca => Some(pages::intel_additional_smart(&by_number(
            &profile.intel_attributes,
        ))),
        _ => None,
    }
}

fn supported_logs(profile: &Profile) -> BTreeSet<u8> {
    let has = |supported: bool, logs: &[u8]| if supported { logs.to_vec() } else { Vec::new() };
    [
        vec![1, 2, 3],
        has(profile.controller.oacs & 1 << 4 != 0, &[6]),
        has(profile.controller.sanicap != 0, &[0x81]),
        has(profile.controller.lpa & 1 << 5 != 0, &[0, 0x12]),
        has(!profile.intel_attributes.is_empty(), &[0xca]),
        has(profile.ocp.is_some(), &[0xc0]),
    ]
    .concat()
    .into_iter()
    .collect()
}
