//! The host: rights, programs, drives, io_uring.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crosspoint_nvme::ProblemKind;
use crosspoint_nvme::cli::{InstalledNvmeCli, NvmeCli};
use crosspoint_nvme::drive::{CALL_LIMIT, DriveReader};
use crosspoint_nvme::sysfs::Sysfs;
use tokio::process::Command;

use super::check::Check;
use crate::telemetry::environment::version;

/// CAP_SYS_ADMIN of linux/capability.h: the kernel wants it for NVMe admin commands.
const CAP_SYS_ADMIN: u32 = 21;
const TRIAL_LIMIT: Duration = Duration::from_secs(10);
const TRIAL_BYTES: usize = 64 * 1024;

pub fn rights() -> Check {
    const NAME: &str = "rights";
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    if may_administer(&status) {
        return Check::ok(NAME, "NVMe admin commands are permitted (CAP_SYS_ADMIN)");
    }
    Check::failed(
        NAME,
        "this process has no CAP_SYS_ADMIN, so the kernel refuses NVMe admin commands",
        "run it as root: sudo crosspoint-agent doctor; the systemd unit grants the agent what it needs",
    )
}

fn may_administer(proc_status: &str) -> bool {
    let line = proc_status.lines().find_map(|line| line.strip_prefix("CapEff:"));
    let effective = line.and_then(|text| u64::from_str_radix(text.trim(), 16).ok());
    effective.is_some_and(|bits| bits & (1 << CAP_SYS_ADMIN) != 0)
}

pub async fn nvme_cli(program: &Path) -> Check {
    const NAME: &str = "nvme-cli";
    match version(program, "version").await {
        Some(version) => Check::ok(NAME, format!("version {version} ({})", program.display())),
        None => Check::failed(
            NAME,
            format!(
                "{} cannot be run: drives are listed, but not read",
                program.display()
            ),
            "install it (apt install nvme-cli), or set nvme_cli to its path",
        ),
    }
}

/// Reads the health of every drive, as the agent does.
pub async fn drives(sysfs: &Path, cli: InstalledNvmeCli) -> Check {
    const NAME: &str = "drives";
    let controllers = Sysfs::new(sysfs).controllers();
    if controllers.is_empty() {
        return Check::warning(
            NAME,
            "the kernel lists no NVMe controllers",
            "check lspci -d ::0108 and dmesg; a host without NVMe drives can still offer a scratch file",
        );
    }
    let cli: Arc<dyn NvmeCli> = Arc::new(cli);
    let mut readings = tokio::task::JoinSet::new();
    for controller in &controllers {
        let reader = DriveReader::new(Arc::clone(&cli), controller.device_path(), CALL_LIMIT);
        readings.spawn(async move { reader.smart_log().await });
    }
    let problems: Vec<_> = readings
        .join_all()
        .await
        .into_iter()
        .filter_map(Result::err)
        .collect();
    let count = controllers.len();
    match problems.first() {
        None => Check::ok(NAME, format!("{count} found, all responding")),
        Some(first) if first.kind == ProblemKind::NvmeCliMissing => Check::failed(
            NAME,
            format!("{count} found, none can be read without nvme-cli"),
            "see nvme-cli",
        ),
        Some(first) => Check::failed(
            NAME,
            format!("{} of {count} cannot be read. {}", problems.len(), first.detail),
            first.remedy.clone(),
        ),
    }
}

pub async fn uring_bench(program: &Path) -> Check {
    const NAME: &str = "uring-bench";
    match version(program, "--version").await {
        Some(version) => Check::ok(NAME, format!("version {version} ({})", program.display())),
        None => Check::failed(
            NAME,
            format!("{} cannot be run: benchmarks are not possible", program.display()),
            "install it next to crosspoint-agent (the package contains both), or set uring_bench to its path",
        ),
    }
}

/// Measures a small file for a moment: what a benchmark needs of the kernel is there, or says why not.
pub async fn io_uring(program: &Path, state_directory: &Path) -> Check {
    const NAME: &str = "io_uring";
    let directory = if state_directory.is_dir() {
        state_directory
    } else {
        Path::new("/var/tmp")
    };
    let file = directory.join(format!("doctor-{}", std::process::id()));
    let trial = match std::fs::write(&file, vec![0x5a; TRIAL_BYTES]) {
        Ok(()) => measure(program, &file).await,
        Err(error) => Err(format!("{}: {error}", file.display())),
    };
    let _ = std::fs::remove_file(&file);
    match trial {
        Ok(()) => Check::ok(NAME, "a short test measurement succeeded"),
        Err(reason) => Check::warning(
            NAME,
            format!("a short test measurement failed: {reason}"),
            "io_uring benchmarks need Linux 5.11 or later and kernel.io_uring_disabled = 0; everything else works without it",
        ),
    }
}

async fn measure(program: &Path, file: &Path) -> Result<(), String> {
    let workload = [
        "--rw",
        "randread",
        "--bs",
        "4k",
        "--qd",
        "1",
        "--duration",
        "50ms",
        "--ramp",
        "0s",
    ];
    let child = Command::new(program)
        .args(["run", "--output", "json-lines", "--target"])
        .arg(file)
        .args(workload)
        .stdin(std::process::Stdio::null())
        .kill_on_drop(true)
        .output();
    let output = tokio::time::timeout(TRIAL_LIMIT, child)
        .await
        .map_err(|_| format!("no answer for {} s", TRIAL_LIMIT.as_secs()))?
        .map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stderr, output.stdout].concat();
    let said = String::from_utf8_lossy(&said);
    Err(said
        .lines()
        .next_back()
        .unwrap_or("it printed nothing")
        .chars()
        .take(300)
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_capability_among_the_others() {
        // Bit 21 is 0x200000.
        for (bits, expected) in [
            ("0000000000200000", true),
            ("00000000ffdfffff", false),
            ("000001ffffffffff", true),
        ] {
            assert_eq!(
                may_administer(&format!("Name:\tx\nCapEff:\t{bits}\n")),
                expected,
                "{bits}"
            );
        }
        assert!(!may_administer(""));
    }
}
