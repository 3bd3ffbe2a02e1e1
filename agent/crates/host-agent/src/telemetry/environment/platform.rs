//! What of the host's hardware and kernel changes a measurement.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use crosspoint_bench::host::{Host, attribute};
use crosspoint_wire::{IdleState, ModuleParameter, NumaNode};

const NUMA_NODES_MAX: u16 = 64;
const IDLE_STATES_MAX: usize = 32;
/// The modules of a drive on PCI Express; fabrics have their own.
const MODULES: [&str; 2] = ["nvme", "nvme_core"];

/// Whether simultaneous multithreading is on; `None` where the CPU has none.
pub fn smt(host: &Host) -> Option<bool> {
    let directory = host.sys.join("devices/system/cpu/smt");
    let control = attribute(&directory.join("control"));
    if control.is_some_and(|control| control.starts_with("not")) {
        return None;
    }
    attribute(&directory.join("active")).map(|active| active == "1")
}

/// The idle states of the first CPU, which stands for all, the shallowest first.
pub fn idle_states(host: &Host) -> Vec<IdleState> {
    let directory = host.sys.join("devices/system/cpu/cpu0/cpuidle");
    let states = (0..IDLE_STATES_MAX).map_while(|number| {
        let state = directory.join(format!("state{number}"));
        Some(IdleState {
            name: attribute(&state.join("name"))?,
            exit_latency_us: attribute(&state.join("latency"))?.parse().ok()?,
            enabled: attribute(&state.join("disable")).as_deref() != Some("1"),
        })
    });
    states.collect()
}

/// The CPUs that this process, and so a benchmark, may run on.
pub fn allowed_cpus(host: &Host) -> Option<String> {
    let text = fs::read_to_string(host.proc.join("self/status")).ok()?;
    let list = text
        .lines()
        .find_map(|line| line.strip_prefix("Cpus_allowed_list:"))?;
    Some(list.trim().to_owned())
}

/// CPUs and memory of each NUMA node.
pub fn numa_nodes(host: &Host) -> Vec<NumaNode> {
    let nodes = host.sys.join("devices/system/node");
    let found = (0..NUMA_NODES_MAX).filter_map(|node| {
        let directory = nodes.join(format!("node{node}"));
        Some(NumaNode {
            // A node of memory alone has an empty list.
            cpus: fs::read_to_string(directory.join("cpulist"))
                .ok()?
                .trim()
                .to_owned(),
            memory_bytes: node_memory_bytes(&directory).unwrap_or_default(),
            node,
        })
    });
    found.collect()
}

/// `Node 0 MemTotal:       16384000 kB`.
fn node_memory_bytes(directory: &Path) -> Option<u64> {
    let text = fs::read_to_string(directory.join("meminfo")).ok()?;
    let (_, rest) = text.split_once("MemTotal:")?;
    rest.split_whitespace()
        .next()?
        .parse::<u64>()
        .ok()?
        .checked_mul(1024)
}

/// Parameters of the kernel's modules, as `nvme.poll_queues`.
pub fn nvme_parameters(host: &Host) -> Vec<ModuleParameter> {
    let mut parameters: Vec<ModuleParameter> = MODULES
        .iter()
        .flat_map(|module| {
            let directory = host.sys.join("module").join(module).join("parameters");
            let entries = fs::read_dir(directory).into_iter().flatten().flatten();
            entries.filter_map(move |entry| {
                Some(ModuleParameter {
                    name: format!("{module}.{}", entry.file_name().to_str()?),
                    value: attribute(&entry.path())?,
                })
            })
        })
        .collect();
    parameters.sort_by(|a, b| a.name.cmp(&b.name));
    parameters
}

/// When the kernel started. Read once: a clock that is set moves what the kernel says, and nothing has started anew.
pub fn booted_ms() -> Option<u64> {
    static BOOTED: LazyLock<Option<u64>> = LazyLock::new(|| {
        let text = fs::read_to_string("/proc/stat").ok()?;
        let seconds = text.lines().find_map(|line| line.strip_prefix("btime "))?;
        seconds.trim().parse::<u64>().ok()?.checked_mul(1000)
    });
    *BOOTED
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(path: &Path, text: &str) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    #[test]
    fn reads_what_the_kernel_says_of_the_hardware() {
        let root = tempfile::tempdir().unwrap();
        let host = Host {
            sys: root.path().join("sys"),
            proc: root.path().join("proc"),
        };
        let system = host.sys.join("devices/system");
        for (file, text) in [
            ("cpu/smt/control", "on\n"),
            ("cpu/smt/active", "1\n"),
            ("cpu/cpu0/cpuidle/state0/name", "POLL\n"),
            ("cpu/cpu0/cpuidle/state0/latency", "0\n"),
            ("cpu/cpu0/cpuidle/state0/disable", "0\n"),
            ("cpu/cpu0/cpuidle/state1/name", "C6\n"),
            ("cpu/cpu0/cpuidle/state1/latency", "133\n"),
            ("cpu/cpu0/cpuidle/state1/disable", "1\n"),
            ("node/node0/cpulist", "0-3\n"),
            (
                "node/node0/meminfo",
                "Node 0 MemTotal:       16384000 kB\nNode 0 MemFree: 1 kB\n",
            ),
            ("node/node2/cpulist", "\n"),
        ] {
            write(&system.join(file), text);
        }
        write(&host.sys.join("module/nvme/parameters/poll_queues"), "2\n");
        write(&host.sys.join("module/nvme_core/parameters/io_timeout"), "30\n");
        write(
            &host.proc.join("self/status"),
            "Name:\tagent\nCpus_allowed_list:\t0-1,3\n",
        );

        assert_eq!(smt(&host), Some(true));
        let states: Vec<_> = idle_states(&host)
            .into_iter()
            .map(|one| (one.name, one.exit_latency_us, one.enabled))
            .collect();
        assert_eq!(states, [("POLL".into(), 0, true), ("C6".into(), 133, false)]);
        let nodes: Vec<_> = numa_nodes(&host)
            .into_iter()
            .map(|one| (one.node, one.cpus, one.memory_bytes))
            .collect();
        assert_eq!(nodes, [(0, "0-3".into(), 16_777_216_000), (2, String::new(), 0)]);
        let parameters: Vec<_> = nvme_parameters(&host)
            .into_iter()
            .map(|one| (one.name, one.value))
            .collect();
        let expected = [("nvme.poll_queues", "2"), ("nvme_core.io_timeout", "30")];
        assert_eq!(
            parameters,
            expected.map(|(name, value)| (name.into(), value.into()))
        );
        assert_eq!(allowed_cpus(&host).as_deref(), Some("0-1,3"));
        write(&system.join("cpu/smt/control"), "notsupported\n");
        assert_eq!(smt(&host), None);
        assert!(booted_ms().is_some_and(|ms| ms > 1_000_000_000_000));
    }
}
