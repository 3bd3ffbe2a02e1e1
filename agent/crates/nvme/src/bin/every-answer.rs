//! Everything that the agent asks of a drive, once, through the nvme-cli named first, with what it decodes of the answers: for
//! finding out whether versions of nvme-cli make a difference.
//!
//!     every-answer <nvme-cli> <device> read     changes nothing
//!     every-answer <nvme-cli> <device> change   sets features, and FORMATS; only an emulated drive that was made for this

use std::error::Error;
use std::fmt::Debug;
use std::sync::Arc;

use crosspoint_nvme::cli::InstalledNvmeCli;
use crosspoint_nvme::control::{DriveControl, OverwritePasses, SanitizeMethod, SecureErase, SelfTest};
use crosspoint_nvme::details::Details;
use crosspoint_nvme::drive::{CALL_LIMIT, DriveReader};
use crosspoint_nvme::feature;
use crosspoint_nvme::logs::Logs;

/// The only drive that may be changed, by model and serial number. Drives of QEMU in general hold people's data as well.
const MADE_FOR_THIS: (&str, &str) = ("QEMU NVMe Ctrl", "EVERY-VERSION");
/// A namespace that is not there.
const ABSENT: u32 = 9;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [program, device, what] = &arguments[..] else {
        return Err("needed: <nvme-cli> <device> read|change".into());
    };
    let cli = Arc::new(InstalledNvmeCli::new(program));
    let reader = DriveReader::new(cli.clone(), device, CALL_LIMIT);
    let control = DriveControl::new(cli, device);
    match what.as_str() {
        "read" => read(&reader, &control).await,
        "change" => change(&reader, &control).await,
        _ => Err(format!("what is {what}?").into()),
    }
}

async fn read(reader: &DriveReader, control: &DriveControl) -> Result<(), Box<dyn Error>> {
    let controller = reader.identify_controller().await?;
    say("Identify Controller", &controller);
    say("Identify Namespace", reader.identify_namespace(1).await);
    say(
        "Identify Namespace, not there",
        reader.identify_namespace(ABSENT).await,
    );
    say("SMART / Health", reader.smart_log().await);
    say("details", Details::read(reader, &controller).await);
    say("logs", Logs::read(reader, &controller).await);
    for (what, list) in [
        ("allocated namespaces", control.allocated_namespaces().await),
        ("attached namespaces", control.active_namespaces().await),
        ("controllers", control.subsystem_controllers().await),
    ] {
        say(what, list);
    }
    say("power state", reader.current_power_state().await);
    for refused in [
        feature::THERMAL_MANAGEMENT,
        feature::POWER_LIMIT,
        feature::POWER_GOVERNOR,
    ] {
        say("feature", (refused, reader.feature(refused).await));
    }
    Ok(())
}

async fn change(reader: &DriveReader, control: &DriveControl) -> Result<(), Box<dyn Error>> {
    let controller = reader.identify_controller().await?;
    let (model, serial) = (controller.model.as_str(), controller.serial.as_str());
    if (model, serial) != MADE_FOR_THIS {
        return Err(format!("this is {model} {serial}, and it would be formatted: refused").into());
    }
    for value in [0, 1] {
        say(
            "set the write cache",
            control.set_feature(feature::WRITE_CACHE, value).await,
        );
        say("the write cache", control.feature(feature::WRITE_CACHE).await);
    }
    say(
        "set the power state",
        control.set_feature(feature::POWER_MANAGEMENT, 1).await,
    );
    for test in [SelfTest::Short, SelfTest::Extended, SelfTest::Abort] {
        say("self-test", control.self_test(test).await);
    }
    say("self-test's progress", control.self_test_log().await);
    for method in [
        SanitizeMethod::BlockErase,
        SanitizeMethod::Overwrite(OverwritePasses::ONE),
        SanitizeMethod::CryptoErase,
    ] {
        say("sanitize", control.sanitize(method).await);
    }
    say("sanitize's progress", control.sanitize_status().await);
    format(control).await;
    Ok(())
}

/// QEMU's formats: 0 is of 512 bytes, 4 of 4096, and there are eight.
async fn format(control: &DriveControl) {
    for (lba_format, erase) in [
        (4, SecureErase::None),
        (0, SecureErase::UserData),
        (4, SecureErase::Cryptographic),
        (9, SecureErase::None),
    ] {
        say("format", control.format(1, lba_format, erase).await);
        let namespace = control.identify_namespace(1).await;
        say(
            "formatted",
            namespace.map(|namespace| namespace.current_lba_format),
        );
    }
    say(
        "format, not there",
        control.format(ABSENT, 0, SecureErase::None).await,
    );
    say("format back", control.format(1, 0, SecureErase::None).await);
}

fn say(what: &str, answer: impl Debug) {
    println!("{what}: {answer:#?}");
}
