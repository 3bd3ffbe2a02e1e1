//! The replay itself: every profile can be plugged in, answers, and keeps its state.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;

use crosspoint_nvme_replay::{CliVersion, HostShape, Machine, builtin};

fn machine() -> (tempfile::TempDir, Machine) {
    let directory = tempfile::tempdir().unwrap();
    let machine = Machine::create(directory.path(), &HostShape::default()).unwrap();
    (directory, machine)
}

fn nvme(machine: &Machine, line: &str) -> (u8, Vec<u8>, String) {
    let arguments: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    let answer = machine.nvme(&arguments).unwrap();
    (answer.exit_code, answer.stdout, answer.stderr)
}

fn identify(cns: &str, nsid: u32) -> String {
    format!(
        "admin-passthru /dev/nvme0 --opcode=0x06 --cdw10={cns} --namespace-id={nsid} --data-len=4096 --read --raw-binary"
    )
}

#[test]
fn every_profile_is_a_controller_of_its_own() {
    let (_directory, machine) = machine();
    let mut serials = Vec::new();
    for (number, profile) in builtin::names().enumerate() {
        let name = machine.plug(profile, "").unwrap();
        assert_eq!(name, format!("nvme{number}"), "{profile}");
        serials.push(machine.drive(&name).unwrap().controller.serial);
        assert!(
            machine
                .sysfs()
                .join(format!("class/nvme/{name}/device/vendor"))
                .exists()
        );
    }
    serials.sort();
    serials.dedup();
    assert_eq!(serials.len(), builtin::names().count());
}

/// A data unit is 1000 x 512 B; the Intel log counts what hosts wrote (F5h) in units of 32 MiB.
#[test]
fn the_intel_log_says_what_hosts_wrote_as_smart_does() {
    const DATA_UNIT_BYTES: u128 = 512_000;
    const INTEL_UNIT_BYTES: u128 = 32 << 20;
    let (_directory, machine) = machine();
    for profile in builtin::names() {
        let drive = machine.drive(&machine.plug(profile, "").unwrap()).unwrap();
        let Some(&written) = drive.intel_attributes.get("0xf5") else {
            continue;
        };
        let by_smart = u128::from(drive.smart.data_units_written) * DATA_UNIT_BYTES;
        let by_intel = u128::from(written) * INTEL_UNIT_BYTES;
        assert!(
            by_smart.abs_diff(by_intel) < INTEL_UNIT_BYTES,
            "{profile}: {by_smart} B by SMART, {by_intel} B by the Intel log"
        );
    }
}

#[test]
fn a_format_and_a_feature_stay_changed() {
    let (_directory, machine) = machine();
    machine.plug("p3700", "").unwrap();
    assert_eq!(
        nvme(&machine, "get-feature /dev/nvme0 --feature-id=0xc6").1,
        b"get-feature:0xc6 (replayed), Current value:0x00000000\n"
    );
    assert_eq!(
        nvme(&machine, "set-feature /dev/nvme0 --feature-id=0xc6 --value=2").0,
        0
    );
    assert_eq!(
        nvme(&machine, "get-feature /dev/nvme0 --feature-id=198").1,
        b"get-feature:0xc6 (replayed), Current value:0x00000002\n"
    );
    assert_eq!(nvme(&machine, "format /dev/nvme0 --namespace-id=1 --lbaf=3").0, 0);
    // FLBAS is byte 26; format 3 has blocks of 4096 bytes, so NSZE is 400 088 457 216 / 4096.
    let (_, page, _) = nvme(&machine, &identify("0x00", 1));
    assert_eq!((page[26], &page[..8]), (3, &97_677_846u64.to_le_bytes()[..]));
}

#[test]
fn what_is_not_there_is_refused_as_nvme_cli_does() {
    let (_directory, machine) = machine();
    machine.plug("900p", "").unwrap();
    machine.plug("refuses", "").unwrap();
    machine.plug("hangs", "").unwrap();
    let (code, _, said) = nvme(
        &machine,
        "get-log /dev/nvme0 --log-id=0xca --log-len=512 --raw-binary",
    );
    assert_eq!((code, said.contains("0x4109")), (1, true), "{said}");
    let (code, _, said) = nvme(&machine, "set-feature /dev/nvme0 --feature-id=0x06 --value=0");
    assert_eq!((code, said.contains("0x410e")), (1, true), "{said}");
    assert_eq!(nvme(&machine, "smart-log /dev/nvme1 --output-format=binary").0, 1);
    let arguments = ["smart-log".to_owned(), "/dev/nvme2n1".to_owned()];
    assert!(machine.nvme(&arguments).is_none());
    assert_eq!(machine.calls().len(), 4);
}

#[test]
fn nvme_cli_3_has_no_old_names_and_warns() {
    let (_directory, machine) = machine();
    machine.plug("p3700", "").unwrap();
    let old = [
        "id-ctrl /dev/nvme0 --output-format=binary",
        "id-ns /dev/nvme0 --namespace-id=1 --output-format=binary",
        "smart-log /dev/nvme0 --output-format=binary",
    ];
    let new = [
        identify("0x01", 0),
        identify("0x00", 1),
        "get-log /dev/nvme0 --log-id=0x02 --log-len=512 --raw-binary".to_owned(),
    ];
    let said: Vec<_> = old.iter().map(|line| nvme(&machine, line)).collect();
    for (new, (code, page, _)) in new.iter().zip(&said) {
        let (_, same, said) = nvme(&machine, new);
        assert_eq!((code, &same), (&0, page), "{new}");
        assert!(!said.contains("WARNING"), "{said}");
    }
    machine.use_nvme_cli(CliVersion::V3_0).unwrap();
    for (line, (_, page, _)) in new.iter().zip(&said) {
        let (code, same, said) = nvme(&machine, line);
        assert_eq!((code, &same), (0, page), "{line}");
        assert!(said.starts_with("WARNING"), "{said}");
    }
    for line in old {
        let (code, page, said) = nvme(&machine, line);
        assert_eq!((code, page), (1, Vec::new()), "{line}");
        assert!(said.contains("Invalid sub-command"), "{said}");
    }
    assert!(nvme(&machine, &identify("0x7f", 0)).2.contains("0x4002"));
}

#[test]
fn a_drive_is_pulled_and_another_takes_its_name() {
    let (_directory, machine) = machine();
    machine.plug("p4800x", "").unwrap();
    machine.unplug("nvme0").unwrap();
    assert!(!machine.sysfs().join("class/nvme/nvme0").exists());
    let name = machine
        .plug("p4800x", "[controller]\nserial = \"OTHER\"")
        .unwrap();
    assert_eq!(
        (
            name.as_str(),
            machine.drive("nvme0").unwrap().controller.serial.as_str()
        ),
        ("nvme0", "OTHER")
    );
}

#[test]
fn self_tests_and_sanitizes_go_on_by_themselves_and_end_as_they_are_told_to() {
    let (_directory, machine) = machine();
    machine.plug("micron-9100", "").unwrap();
    let log = |id: &str| {
        nvme(
            &machine,
            &format!("get-log /dev/nvme0 --log-id={id} --log-len=32 --raw-binary"),
        )
        .1
    };
    assert_eq!(
        nvme(
            &machine,
            "device-self-test /dev/nvme0 --namespace-id=0xffffffff --self-test-code=1"
        )
        .0,
        0
    );
    assert!(
        nvme(
            &machine,
            "device-self-test /dev/nvme0 --namespace-id=0xffffffff --self-test-code=2"
        )
        .2
        .contains("0x411d")
    );
    assert_eq!(
        (log("0x06")[..2].to_vec(), log("0x06")[..2].to_vec()),
        (vec![1, 0], vec![1, 50])
    );
    // Code 1 (short), result 0 in the newest entry.
    assert_eq!((log("0x06")[0], log("0x06")[4]), (0, 0x10));
    assert!(
        nvme(&machine, "sanitize /dev/nvme0 --sanact=3")
            .2
            .contains("0x4002"),
        "no overwrite"
    );
    assert_eq!(nvme(&machine, "sanitize /dev/nvme0 --sanact=2").0, 0);
    assert_eq!((log("0x81")[2], log("0x81")[2], log("0x81")[2]), (2, 2, 1));
}

#[test]
fn a_self_test_without_a_step_keeps_its_percentage_until_that_is_changed() {
    let (_directory, machine) = machine();
    machine.plug("micron-9100", "[work]\nself_test_step = 0").unwrap();
    nvme(&machine, "device-self-test /dev/nvme0 --self-test-code=1");
    let look = || {
        let log = nvme(
            &machine,
            "get-log /dev/nvme0 --log-id=0x06 --log-len=32 --raw-binary",
        );
        (log.1[0], log.1[1])
    };
    assert_eq!((look(), look(), look()), ((1, 0), (1, 0), (1, 0)));
    machine.change("nvme0", "[work]\nself_test_percent = 50").unwrap();
    assert_eq!((look(), look()), ((1, 50), (1, 50)));
    machine
        .change("nvme0", "[work]\nself_test_percent = 100")
        .unwrap();
    assert_eq!(look(), (0, 0));
}

#[test]
fn calls_at_once_do_not_undo_each_other() {
    let (_directory, machine) = machine();
    machine.plug("micron-9100", "").unwrap();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for _ in 0..100 {
                nvme(&machine, "device-self-test /dev/nvme0 --self-test-code=1");
                nvme(&machine, "get-log /dev/nvme0 --log-id=0x06 --log-len=32");
            }
        });
        for value in 0..100 {
            nvme(
                &machine,
                &format!("set-feature /dev/nvme0 --feature-id=0x02 --value={value}"),
            );
            assert_eq!(machine.drive("nvme0").unwrap().features["0x02"], value);
        }
    });
}

/// The kernel gives an inode of sysfs once, and the agent tells devices by it. A file system may reuse the inode of a removed
/// file, so what was pulled out is kept.
#[test]
fn a_device_where_another_was_has_an_inode_of_its_own() {
    let (_directory, machine) = machine();
    let inode = |path: PathBuf| path.metadata().unwrap().ino();
    let plugged: Vec<_> = (0..2)
        .map(|_| {
            let name = machine.plug("p3700", "").unwrap();
            let inodes =
                ["class/nvme/nvme0", "class/block/nvme0n1"].map(|path| inode(machine.sysfs().join(path)));
            machine.unplug(&name).unwrap();
            inodes
        })
        .collect();
    let pulled = machine.root().join("pulled").read_dir().unwrap();
    let kept = pulled.map(|entry| {
        let controller = entry.unwrap().path().join("nvme/nvme0");
        [inode(controller.clone()), inode(controller.join("nvme0n1"))]
    });
    assert_eq!(kept.collect::<BTreeSet<_>>(), plugged.into_iter().collect());
}
