//! What `nvme <command>` prints and does: the options of nvme-cli that the agent uses, binary output only.

use std::collections::{BTreeMap, BTreeSet};

use crate::cli_version::CliVersion;
use crate::long_work;
use crate::pages;
use crate::profile::{Behaviour, Namespace, Profile};

/// What the program prints, and how it ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Standard output.
    pub stdout: Vec<u8>,
    /// Standard error.
    pub stderr: String,
    /// Exit code.
    pub exit_code: u8,
}

/// Carries out one command on a controller and changes it where the command does.
#[must_use]
pub fn answer(version: CliVersion, profile: &mut Profile, arguments: &[String]) -> Answer {
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

/// Identify, the only command that is passed through: opcode 06h with CNS in CDW10.
fn identify(profile: &Profile, options: &Options) -> Answer {
    let reads_binary = ["read", "raw-binary"]
        .iter()
        .all(|flag| options.0.contains_key(*flag));
    if (options.number("opcode"), options.number("data-len"), reads_binary) != (Some(6), Some(4096), true) {
        return usage("the replay passes Identify through alone, with --data-len=4096 --read --raw-binary");
    }
    let controller = &profile.controller;
    let manages_namespaces = controller.oacs & 1 << 3 != 0;
    match options.number("cdw10") {
        Some(0x00) => identify_namespace(profile, options),
        Some(0x01) => printed(pages::identify_controller(profile)),
        Some(0x02) if controller.version >= [1, 1, 0] => {
            printed(pages::namespace_list(&namespaces(profile, |namespace| {
                !namespace.is_detached
            })))
        }
        Some(0x10) if manages_namespaces => printed(pages::namespace_list(&namespaces(profile, |_| true))),
        Some(0x13) if manages_namespaces => {
            let mut all = controller.other_controllers.clone();
            all.push(controller.controller_id);
            all.sort_unstable();
            printed(pages::controller_list(&all))
        }
        _ => status(
            "Invalid Field in Command: A reserved coded value or an unsupported value in a defined field",
            0x4002,
        ),
    }
}

fn namespaces(profile: &Profile, is_listed: impl Fn(&Namespace) -> bool) -> Vec<u32> {
    let listed = (1..)
        .zip(&profile.namespaces)
        .filter(|(_, namespace)| is_listed(namespace));
    listed.map(|(nsid, _)| nsid).collect()
}

fn identify_namespace(profile: &Profile, options: &Options) -> Answer {
    let at = profile.namespaces.get(options.index("namespace-id"));
    match at.filter(|namespace| !namespace.is_detached) {
        Some(namespace) => printed(pages::identify_namespace(
            namespace,
            profile.work.format_remaining_percent,
        )),
        None => status("Invalid Namespace or Format", 0xb),
    }
}

fn get_log(profile: &mut Profile, options: &Options) -> Answer {
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
    match page {
        Some(mut page) => {
            page.resize(length, 0);
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

fn by_number<T: Copy>(map: &BTreeMap<String, T>) -> BTreeMap<u8, T> {
    map.iter()
        .filter_map(|(key, value)| Some((u8::try_from(number(key)?).ok()?, *value)))
        .collect()
}

/// Decimal, or hexadecimal with 0x.
fn number(text: &str) -> Option<u64> {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// Options as `--namespace-id=1`. Their letters are refused: `-v`, the value of set-feature in nvme-cli 2.3, is
/// "verbose" in 2.13, which then sets 0.
struct Options(BTreeMap<String, String>);

impl Options {
    fn parse(arguments: &[String]) -> Result<Self, String> {
        let mut options = BTreeMap::new();
        for argument in arguments.iter().filter(|argument| argument.starts_with('-')) {
            let option = argument.strip_prefix("--").ok_or_else(|| argument.clone())?;
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            options.insert(name.to_owned(), value.to_owned());
        }
        Ok(Self(options))
    }

    fn number(&self, name: &str) -> Option<u64> {
        number(self.0.get(name)?)
    }

    /// Index of a namespace: its identifier less one; the first where none is named.
    fn index(&self, name: &str) -> usize {
        let nsid = self.number(name).unwrap_or(1);
        usize::try_from(nsid).unwrap_or_default().wrapping_sub(1)
    }
}

fn printed(stdout: Vec<u8>) -> Answer {
    Answer {
        stdout,
        stderr: String::new(),
        exit_code: 0,
    }
}

/// As nvme-cli prints a status of the controller.
fn status(words: &str, code: u16) -> Answer {
    Answer {
        stdout: Vec::new(),
        stderr: format!("NVMe status: {words}({code:#x})\n"),
        exit_code: 1,
    }
}

fn usage(words: &str) -> Answer {
    Answer {
        stdout: Vec::new(),
        stderr: format!("ERROR: {words}\n"),
        exit_code: 1,
    }
}
