//! What `nvme <command>` prints and does: the options of nvme-cli that the agent uses, binary output only.

mod answer;
mod identify;
mod logs;
mod options;

pub use answer::Answer;

use crate::cli_version::CliVersion;
use crate::long_work;
use crate::pages;
use crate::profile::{Behaviour, Profile};
use answer::{printed, status, usage};
use identify::{identify, identify_namespace};
use logs::get_log;
use options::{Options, by_number, number};

/// Carries out one command on a controller and changes it where the command does.
#[must_use]
pub fn carry_out(version: CliVersion, profile: &mut Profile, arguments: &[String]) -> Answer {
    let mut answer = said(version, profile, arguments);
    answer.stderr.insert_str(0, version.warning());
    answer
}

fn said(version: CliVersion, profile: &mut Profile, arguments: &[String]) -> Answer {
    let Some((command, rest)) = arguments.split_first() else {
        return usage("no command");
    };
    if !version.has(command) {
        return usage(&format!("Invalid sub-command '{command}'"));
    }
    if profile.behaviour == Behaviour::Refuses {
        return status(
            "Internal Error: The command was not completed successfully due to an internal error",
            0x6,
        );
    }
    let options = match Options::parse(rest) {
        Ok(options) => options,
        Err(letter) => return usage(&format!("{letter} means different things in different versions")),
    };
    match command.as_str() {
        "id-ctrl" => printed(pages::identify_controller(profile)),
        "id-ns" => identify_namespace(profile, &options),
        "smart-log" => printed(pages::smart_log(&profile.smart)),
        "admin-passthru" => passed_through(version, identify(profile, &options)),
        "get-log" => get_log(profile, &options),
        "get-feature" => get_feature(profile, &options),
        "set-feature" => set_feature(profile, &options),
        "format" => format(profile, &options),
        "device-self-test" => self_test(profile, &options),
        "sanitize" => sanitize(profile, &options),
        _ => usage(&format!("the replay has no command {command}")),
    }
}

fn passed_through(version: CliVersion, answer: Answer) -> Answer {
    match answer.exit_code {
        0 => Answer {
            stderr: version.passed_through().to_owned(),
            ..answer
        },
        _ => answer,
    }
}

fn get_feature(profile: &Profile, options: &Options) -> Answer {
    let feature = options
        .number("feature-id")
        .and_then(|feature| u8::try_from(feature).ok());
    let value = feature.and_then(|feature| by_number(&profile.features).get(&feature).copied());
    match (feature, value) {
        (Some(feature), Some(value)) => printed(
            format!("get-feature:{feature:#04x} (replayed), Current value:{value:#010x}\n").into_bytes(),
        ),
        _ => status(
            "Invalid Field in Command: A reserved coded value or an unsupported value in a defined field",
            0x4002,
        ),
    }
}

/// A feature that the profile does not have is refused; every value of one that it has is taken.
fn set_feature(profile: &mut Profile, options: &Options) -> Answer {
    let (Some(feature), Some(value)) = (options.number("feature-id"), options.number("value")) else {
        return usage("set-feature needs --feature-id and --value");
    };
    let key = profile
        .features
        .keys()
        .find(|key| number(key) == Some(feature) && !profile.unchangeable.contains(key))
        .cloned();
    let Some(stored) = key.and_then(|key| profile.features.get_mut(&key)) else {
        return status(
            "Feature Not Changeable: The Feature Identifier is not able to be changed",
            0x410e,
        );
    };
    *stored = u32::try_from(value).unwrap_or(u32::MAX);
    printed(format!("set-feature:{feature:#04x} (replayed), value:{value:#010x}\n").into_bytes())
}

fn format(profile: &mut Profile, options: &Options) -> Answer {
    let wanted = options.number("lbaf").unwrap_or_default();
    let all = options
        .number("namespace-id")
        .is_none_or(|nsid| nsid == 0xffff_ffff);
    let index = options.index("namespace-id");
    let chosen = profile
        .namespaces
        .iter_mut()
        .enumerate()
        .filter(|(at, _)| all || *at == index);
    for (_, namespace) in chosen {
        match u8::try_from(wanted) {
            Ok(format) if usize::from(format) < namespace.formats.len() => namespace.current_format = format,
            _ => {
                return status(
                    "Invalid Format: The LBA Format specified is not supported",
                    0x410a,
                );
            }
        }
    }
    printed(b"Success formatting namespace\n".to_vec())
}

fn self_test(profile: &mut Profile, options: &Options) -> Answer {
    let has = profile.controller.oacs & 1 << 4 != 0;
    let code = options.number("self-test-code").unwrap_or_default();
    if profile.work.self_test != 0 && code != 15 {
        return status("Device Self-test In Progress", 0x411d);
    }
    if has && long_work::self_test(profile, code) {
        return printed(b"Device self-test started\n".to_vec());
    }
    status("Invalid Command Opcode: A reserved coded value", 0x4001)
}

fn sanitize(profile: &mut Profile, options: &Options) -> Answer {
    let action = options.number("sanact").unwrap_or_default();
    if long_work::sanitize(profile, action) {
        return printed(Vec::new());
    }
    status(
        "Invalid Field in Command: A reserved coded value or an unsupported value in a defined field",
        0x4002,
    )
}
