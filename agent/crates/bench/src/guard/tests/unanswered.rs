//! What cannot be found out.

use super::FakeHost;
use std::fs;

#[test]
fn what_cannot_be_found_out_is_a_reason() {
    for (file, question) in [
        ("self/mountinfo", "what is mounted"),
        ("swaps", "which areas are swap"),
    ] {
        let fake = FakeHost::new();
        fs::remove_file(fake.host.proc.join(file)).unwrap();
        fs::create_dir(fake.host.proc.join(file)).unwrap();
        let expected = format!("could not determine {question}: ");
        assert!(fake.uses("xdb")[0].starts_with(&expected), "{file}");
    }
    let fake = FakeHost::new();
    fs::remove_dir_all(fake.host.sys.join("class/block/xdb/holders")).unwrap();
    assert!(fake.uses("xdb")[0].starts_with("could not determine what is stacked on it"));
    let fake = FakeHost::new();
    fake.append("self/mountinfo", "a line of another kernel");
    assert!(fake.uses("xdb")[0].contains("what is mounted"));
    fs::remove_file(fake.host.sys.join("class/block/xdb/ro")).unwrap();
    assert!(fake.contents("xdb", &[0; 4096])[0].contains("read-only"));
}

/// A directory where the kernel has a file cannot be read, by root either.
#[test]
fn what_the_kernel_says_and_cannot_be_read_is_a_reason() {
    let refusal = |spoil: &dyn Fn(&FakeHost)| {
        let fake = FakeHost::new();
        spoil(&fake);
        fake.uses("xdb").concat()
    };
    let nvmet = "nvmet/subsystems/nqn.test/namespaces/1";
    let exported = "what is exported";
    let unread = |path: String| move |fake: &FakeHost| fake.configure(&format!("{path}/inside"), "");
    assert!(refusal(&unread(format!("{nvmet}/device_path"))).contains(exported));
    assert!(refusal(&unread("target/core/iblock_0/store/udev_path".into())).contains(exported));
    let nowhere = |enable: &'static str| {
        move |fake: &FakeHost| {
            fake.configure(&format!("{nvmet}/device_path"), "/dev/nowhere\n");
            fake.configure(&format!("{nvmet}/enable"), enable);
        }
    };
    assert!(refusal(&nowhere("1\n")).contains("/dev/nowhere"));
    assert_eq!(refusal(&nowhere("0\n")), "");
    let backing = |fake: &FakeHost| {
        fs::create_dir_all(fake.host.sys.join("class/block/xda/loop/backing_file")).unwrap();
    };
    assert!(refusal(&backing).contains("loop devices"));
    let members = |fake: &FakeHost| {
        let file_system = fake.host.sys.join("fs/btrfs/uuid");
        fs::create_dir_all(&file_system).unwrap();
        fs::write(file_system.join("devices"), "").unwrap();
    };
    assert!(refusal(&members).contains("btrfs"));
}
