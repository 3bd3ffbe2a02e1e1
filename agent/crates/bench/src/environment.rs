//! What surrounds a measurement and explains a difference between two: read from sysfs and procfs.

use crate::host::{BlockDevice, Host, attribute};
use crate::output::{Environment, PcieLink};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The surroundings of a measurement on `device`, as far as the host tells.
pub fn survey(host: &Host, device: Option<&BlockDevice>, logical_block_bytes: u32) -> Environment {
    let disk = device.and_then(BlockDevice::disk_directory);
    let of_disk = |name: &str| disk.as_ref().and_then(|disk| attribute(&disk.join(name)));
    let is_nvme = device.is_some_and(|device| device.name.starts_with("nvme"));
    Environment {
        kernel: attribute(&host.proc.join("sys/kernel/osrelease")).unwrap_or_default(),
        cpu_model: cpu_model(host).unwrap_or_default(),
        cpu_count: attribute(&host.sys.join("devices/system/cpu/online"))
            .and_then(|online| u32::try_from(parse_list(&online).len()).ok())
            .unwrap_or_default(),
        governor: governor(host),
        scheduler: of_disk("queue/scheduler").map(|all| chosen(&all)),
        numa_node: disk.as_deref().and_then(|disk| numa_node(host, disk)),
        pcie_link: disk.as_deref().and_then(|disk| pcie_link(host, disk)),
        logical_block_bytes,
        write_cache: of_disk("queue/write_cache"),
        poll_queues: attribute(&host.sys.join("module/nvme/parameters/poll_queues"))
            .filter(|_| is_nvme)
            .and_then(|count| count.parse().ok()),
        mitigations: mitigations(host),
        engine_flags: Vec::new(),
    }
}

/// What in these surroundings is likely to hurt a measurement.
pub fn warnings(environment: &Environment) -> Vec<String> {
    let mut warnings = Vec::new();
    if let Some(governor) = environment
        .governor
        .as_ref()
        .filter(|governor| *governor != "performance")
    {
        warnings.push(format!(
            "the CPU frequency governor is \"{governor}\", so latencies vary; set it to \"performance\" for measurements"
        ));
    }
    if let Some(link) = &environment.pcie_link
        && (&link.speed, link.width) != (&link.max_speed, link.max_width)
    {
        warnings.push(format!(
            "the PCIe link runs at {} x{}; the drive supports {} x{}",
            link.speed, link.width, link.max_speed, link.max_width
        ));
    }
    warnings
}

/// The processors that threads are best pinned to: of those `allowed`, the ones beside the device first, those of the
/// lowest numbers, which the kernel itself likes best, last.
pub fn cpus_for(host: &Host, numa_node: Option<u32>, allowed: &[usize]) -> Vec<usize> {
    let near: BTreeSet<usize> = numa_node
        .and_then(|node| attribute(&host.sys.join(format!("devices/system/node/node{node}/cpulist"))))
        .map(|list| parse_list(&list).into_iter().collect())
        .unwrap_or_default();
    let mut cpus = allowed.to_vec();
    cpus.sort_by_key(|cpu| (!near.contains(cpu), std::cmp::Reverse(*cpu)));
    cpus
}

/// A list of processors as the kernel and people write it: "0-3,8".
pub fn parse_list(text: &str) -> Vec<usize> {
    /// More processors than any machine has.
    const CPU_LIMIT: usize = 65_536;
    let mut numbers = Vec::new();
    for part in text.trim().split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        if let (Ok(first), Ok(last)) = (first.trim().parse::<usize>(), last.trim().parse::<usize>()) {
            numbers.extend(first..=last.min(CPU_LIMIT));
        }
    }
    numbers
}

fn cpu_model(host: &Host) -> Option<String> {
    let text = fs::read_to_string(host.proc.join("cpuinfo")).ok()?;
    let line = text
        .lines()
        .find(|line| line.starts_with("model name") || line.starts_with("Model"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

fn governor(host: &Host) -> Option<String> {
    let cpus = attribute(&host.sys.join("devices/system/cpu/online")).map(|online| parse_list(&online))?;
    let path = |cpu| {
        host.sys
            .join(format!("devices/system/cpu/cpu{cpu}/cpufreq/scaling_governor"))
    };
    let governors: BTreeSet<String> = cpus.into_iter().filter_map(|cpu| attribute(&path(cpu))).collect();
    (!governors.is_empty()).then(|| governors.into_iter().collect::<Vec<_>>().join(","))
}

/// The one in brackets: "[none] mq-deadline".
fn chosen(all: &str) -> String {
    let inside = all.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
    inside.map_or(all, |(chosen, _)| chosen).to_owned()
}

/// Looks for `name` in the directory of the disk's device and upwards, up to the root of sysfs.
fn upwards(host: &Host, disk: &Path, name: &str) -> Option<(std::path::PathBuf, String)> {
    let root = host.sys.canonicalize().ok()?;
    let start = disk
        .join("device")
        .canonicalize()
        .unwrap_or_else(|_| disk.to_owned());
    start
        .ancestors()
        .take_while(|directory| directory.starts_with(&root))
        .find_map(|directory| Some((directory.to_owned(), attribute(&directory.join(name))?)))
}

fn numa_node(host: &Host, disk: &Path) -> Option<u32> {
    // -1 where the firmware does not say.
    upwards(host, disk, "numa_node")?.1.parse().ok()
}

fn pcie_link(host: &Host, disk: &Path) -> Option<PcieLink> {
    let (directory, speed) = upwards(host, disk, "current_link_speed")?;
    let of = |name: &str| attribute(&directory.join(name));
    Some(PcieLink {
        speed,
        width: of("current_link_width")?.parse().ok()?,
        max_speed: of("max_link_speed")?,
        max_width: of("max_link_width")?.parse().ok()?,
    })
}

fn mitigations(host: &Host) -> Option<String> {
    let mut lines = Vec::new();
    for entry in fs::read_dir(host.sys.join("devices/system/cpu/vulnerabilities")).ok()? {
        let path = entry.ok()?.path();
        let state = attribute(&path)?;
        if state != "Not affected" {
            lines.push(format!("{}: {state}", path.file_name()?.to_string_lossy()));
        }
    }
    lines.sort();
    (!lines.is_empty()).then(|| lines.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::DeviceNumber;
    use std::os::unix::fs::symlink;

    fn write(path: &Path, text: &str) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// A host of four processors on two nodes, with one drive.
    fn host_with_a_drive(root: &Path) -> (Host, BlockDevice) {
        let host = Host {
            sys: root.join("sys"),
            proc: root.join("proc"),
        };
        let pci = host.sys.join("devices/pci0000:00/0000:00:04.0");
        let disk = pci.join("nvme/nvme0/nvme0n1");
        for (file, text) in [
            (pci.join("current_link_speed"), "8.0 GT/s PCIe\n"),
            (pci.join("current_link_width"), "2\n"),
            (pci.join("max_link_speed"), "8.0 GT/s PCIe\n"),
            (pci.join("max_link_width"), "4\n"),
            (pci.join("numa_node"), "1\n"),
            (disk.join("queue/scheduler"), "[none] mq-deadline kyber\n"),
            (disk.join("queue/write_cache"), "write through\n"),
            (host.sys.join("module/nvme/parameters/poll_queues"), "2\n"),
            (host.sys.join("devices/system/cpu/online"), "0-3\n"),
            (
                host.sys.join("devices/system/cpu/cpu2/cpufreq/scaling_governor"),
                "powersave\n",
            ),
            (
                host.sys.join("devices/system/cpu/vulnerabilities/meltdown"),
                "Not affected\n",
            ),
            (
                host.sys.join("devices/system/cpu/vulnerabilities/spectre_v2"),
                "Mitigation: Retpolines\n",
            ),
            (host.sys.join("devices/system/node/node1/cpulist"), "1,3\n"),
            (
                host.proc.join("cpuinfo"),
                "processor\t: 0\nmodel name\t: Xeon E5-2630 v4\n",
            ),
            (host.proc.join("sys/kernel/osrelease"), "6.1.0-28-amd64\n"),
        ] {
            write(&file, text);
        }
        symlink("../../nvme0", disk.join("device")).unwrap();
        let number = DeviceNumber { major: 259, minor: 0 };
        let device = BlockDevice {
            name: "nvme0n1".into(),
            directory: disk,
            number,
        };
        (host, device)
    }

    #[test]
    fn an_nvme_drive_on_a_slow_link() {
        let root = tempfile::tempdir().unwrap();
        let (host, device) = host_with_a_drive(root.path());
        let environment = survey(&host, Some(&device), 512);
        assert_eq!(
            (environment.kernel.as_str(), environment.cpu_count),
            ("6.1.0-28-amd64", 4)
        );
        assert_eq!(environment.cpu_model, "Xeon E5-2630 v4");
        assert_eq!(
            (
                environment.scheduler.as_deref(),
                environment.write_cache.as_deref()
            ),
            (Some("none"), Some("write through"))
        );
        assert_eq!(
            (environment.numa_node, environment.poll_queues),
            (Some(1), Some(2))
        );
        assert_eq!(
            environment.mitigations.as_deref(),
            Some("spectre_v2: Mitigation: Retpolines")
        );
        let link = environment.pcie_link.as_ref().unwrap();
        assert_eq!((link.width, link.max_width), (2, 4));
        let said = warnings(&environment);
        assert!(
            said[0].contains("powersave") && said[1].contains("x2; the drive supports 8.0 GT/s PCIe x4"),
            "{said:?}"
        );
        // Node 1 has processors 1 and 3; of each kind the highest first.
        assert_eq!(cpus_for(&host, Some(1), &[0, 1, 2, 3]), [3, 1, 2, 0]);
        assert_eq!(cpus_for(&host, None, &[0, 1]), [1, 0]);
    }

    #[test]
    fn lists_of_processors() {
        assert_eq!(parse_list("0-3,8\n"), [0, 1, 2, 3, 8]);
        assert_eq!(parse_list("5"), [5]);
        assert!(parse_list("").is_empty());
    }

    #[test]
    fn a_host_that_tells_nothing() {
        let root = tempfile::tempdir().unwrap();
        let host = Host {
            sys: root.path().join("sys"),
            proc: root.path().join("proc"),
        };
        let environment = survey(&host, None, 512);
        assert_eq!(
            environment,
            Environment {
                logical_block_bytes: 512,
                ..Environment::default()
            }
        );
        assert!(warnings(&environment).is_empty());
    }
}
