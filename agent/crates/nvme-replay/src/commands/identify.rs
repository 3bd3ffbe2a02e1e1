//! Identify.

use super::answer::{Answer, printed, status, usage};
use super::options::Options;
use crate::pages;
use crate::profile::{Namespace, Profile};

/// Identify, the only command that is passed through: opcode 06h with CNS in CDW10.
pub(super) fn identify(profile: &Profile, options: &Options) -> Answer {
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

pub(super) fn identify_namespace(profile: &Profile, options: &Options) -> Answer {
    let at = profile.namespaces.get(options.index("namespace-id"));
    match at.filter(|namespace| !namespace.is_detached) {
        Some(namespace) => printed(pages::identify_namespace(
            namespace,
            profile.work.format_remaining_percent,
        )),
        None => status("Invalid Namespace or Format", 0xb),
    }
}
