//! The parts of sysfs that the agent reads.

use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::{Path, PathBuf};

use crate::host_shape::HostShape;
use crate::profile::{Namespace, Place, Profile};

/// Far from the numbers of real devices, so that no mount of this machine is taken for one of a replayed drive. A node is a
/// regular file here, and its inode is the minor number.
const BLOCK_MAJOR: u32 = 4000;
const NAMESPACES_MAX: usize = 16;
const ARRAY_BYTES: u64 = 1 << 30;

/// CPUs, NUMA nodes and the driver's parameters.
pub fn host(sys: &Path, shape: &HostShape) -> io::Result<()> {
    let system = sys.join("devices/system");
    let last_cpu = shape.cpus.saturating_sub(1);
    write(&system.join("cpu/online"), &format!("0-{last_cpu}"))?;
    write(&system.join("cpu/smt/active"), "0")?;
    write(
        &system.join("node/online"),
        &format!("0-{}", shape.nodes.saturating_sub(1)),
    )?;
    let each = shape.cpus / shape.nodes.max(1);
    for node in 0..shape.nodes {
        let directory = system.join(format!("node/node{node}"));
        let list = format!("{}-{}", node * each, (node + 1) * each - 1);
        write(&directory.join("cpulist"), &list)?;
        write(
            &directory.join("meminfo"),
            &format!("Node {node} MemTotal:       16384000 kB"),
        )?;
    }
    if !shape.governor.is_empty() {
        for cpu in 0..shape.cpus {
            let path = system.join(format!("cpu/cpu{cpu}/cpufreq/scaling_governor"));
            write(&path, &shape.governor)?;
        }
    }
    write(&sys.join("module/nvme/parameters/poll_queues"), "0")?;
    write(&sys.join("cpus"), &shape.cpus.to_string())?;
    fs::create_dir_all(sys.join("class/nvme"))?;
    fs::create_dir_all(sys.join("class/block"))?;
    fs::create_dir_all(sys.join("dev/block"))?;
    fs::create_dir_all(sys.join("bus/pci/slots"))
}

/// A controller and its namespaces, linked as the kernel does.
pub fn plug(root: &Path, name: &str, profile: &Profile) -> io::Result<()> {
    let sys = root.join("sys");
    let number: u32 = name.trim_start_matches("nvme").parse().unwrap_or_default();
    let address = pci_address(number, &profile.place);
    let pci = sys.join("devices/pci0000:5d").join(&address);
    pci_device(&pci, profile)?;
    let directory = pci.join("nvme").join(name);
    controller(&directory, &address, profile)?;
    symlink(&pci, directory.join("device"))?;
    symlink(&directory, sys.join("class/nvme").join(name))?;
    if !profile.place.slot.is_empty() {
        // A slot has the address without the function.
        let slot = sys
            .join("bus/pci/slots")
            .join(&profile.place.slot)
            .join("address");
        write(&slot, address.split('.').next().unwrap_or_default())?;
    }
    let attached = |(_, namespace): &(usize, &Namespace)| !namespace.is_detached;
    let namespaces = profile.namespaces.iter().take(NAMESPACES_MAX).enumerate();
    for (index, namespace) in namespaces.filter(attached) {
        let block = format!("{name}n{}", index + 1);
        let minor = sparse_file(&root.join("dev").join(&block), namespace.size_bytes)?;
        block_device(
            &sys,
            &directory.join(&block),
            &block,
            minor,
            namespace,
            &profile.place,
            index,
        )?;
    }
    Ok(())
}

/// The block device of an array, without what it is made of.
pub fn array_device(root: &Path, name: &str) -> io::Result<()> {
    let sys = root.join("sys");
    let directory = sys.join("devices/virtual/block").join(name);
    let minor = sparse_file(&root.join("dev").join(name), ARRAY_BYTES)?;
    for (file, text) in [
        ("size", (ARRAY_BYTES / 512).to_string()),
        ("dev", format!("{BLOCK_MAJOR}:{minor}")),
        ("ro", "0".to_owned()),
        ("stat", "0 ".repeat(17)),
        ("queue/logical_block_size", "512".to_owned()),
    ] {
        write(&directory.join(file), &text)?;
    }
    fs::create_dir_all(directory.join("holders"))?;
    symlink(&directory, sys.join(format!("dev/block/{BLOCK_MAJOR}:{minor}")))?;
    symlink(&directory, sys.join("class/block").join(name))
}

/// Takes a controller away again.
pub fn unplug(root: &Path, name: &str) -> io::Result<()> {
    let link = root.join("sys/class/nvme").join(name);
    let directory = fs::read_link(&link)?;
    fs::remove_file(link)?;
    for entry in fs::read_dir(root.join("sys/class/block"))? {
        let entry = entry?.path();
        if fs::read_link(&entry)?.starts_with(&directory) {
            fs::remove_file(entry)?;
        }
    }
    // <pci>/nvme/<name>
    let pci = directory.ancestors().nth(2).unwrap_or(&directory);
    // Kept: the kernel gives an inode of sysfs once, and this file system would give it to the next device.
    let pulled = root.join("pulled");
    fs::create_dir_all(&pulled)?;
    fs::rename(pci, pulled.join(fs::metadata(pci)?.ino().to_string()))
}

fn pci_address(number: u32, place: &Place) -> String {
    if place.pci_address.is_empty() {
        format!("0000:{:02x}:00.0", 0x5e + number)
    } else {
        place.pci_address.clone()
    }
}

fn pci_device(pci: &Path, profile: &Profile) -> io::Result<()> {
    let place = &profile.place;
    for (file, text) in [
        ("vendor", format!("{:#06x}", profile.controller.pci_vendor_id)),
        ("numa_node", place.numa_node.to_string()),
        ("current_link_speed", place.link_speed.clone()),
        ("current_link_width", place.link_width.to_string()),
        ("max_link_speed", place.max_link_speed.clone()),
        ("max_link_width", place.max_link_width.to_string()),
    ] {
        write(&pci.join(file), &text)?;
    }
    Ok(())
}

fn controller(directory: &Path, address: &str, profile: &Profile) -> io::Result<()> {
    let data = &profile.controller;
    for (file, text) in [
        ("model", data.model.as_str()),
        ("serial", &data.serial),
        ("firmware_rev", &data.firmware),
        ("transport", "pcie"),
        ("state", "live"),
        ("address", address),
        ("subsysnqn", &data.subsystem_nqn),
        ("cntlid", &data.controller_id.to_string()),
    ] {
        write(&directory.join(file), text)?;
    }
    Ok(())
}

fn block_device(
    sys: &Path,
    directory: &Path,
    name: &str,
    minor: u64,
    namespace: &Namespace,
    place: &Place,
    index: usize,
) -> io::Result<()> {
    let logical = namespace
        .formats
        .get(usize::from(namespace.current_format))
        .map_or(512, |[data, ..]| *data);
    let schedulers = ["none", "mq-deadline", "kyber", "bfq"].map(|one| {
        if one == place.scheduler {
            format!("[{one}]")
        } else {
            one.to_owned()
        }
    });
    for (file, text) in [
        ("nsid", (index + 1).to_string()),
        ("size", (namespace.size_bytes / 512).to_string()),
        ("dev", format!("{BLOCK_MAJOR}:{minor}")),
        ("ro", "0".to_owned()),
        // A quiet disk: it never counts anything.
        ("stat", "0 ".repeat(17)),
        ("queue/scheduler", schedulers.join(" ")),
        ("queue/logical_block_size", logical.to_string()),
        ("queue/write_cache", "write through".to_owned()),
        ("queue/io_poll", "0".to_owned()),
    ] {
        write(&directory.join(file), &text)?;
    }
    queues(sys, directory, usize::from(place.queues))?;
    fs::create_dir_all(directory.join("holders"))?;
    symlink(directory.parent().unwrap_or(directory), directory.join("device"))?;
    let number = sys.join(format!("dev/block/{BLOCK_MAJOR}:{minor}"));
    // An inode is given again when a drive was pulled out and its file is gone.
    let _ = fs::remove_file(&number);
    symlink(directory, number)?;
    symlink(directory, sys.join("class/block").join(name))
}

/// The kernel spreads the CPUs over the queues that there are.
fn queues(sys: &Path, directory: &Path, wanted: usize) -> io::Result<()> {
    let cpus: usize = fs::read_to_string(sys.join("cpus"))?.trim().parse().unwrap_or(1);
    let count = if wanted == 0 { cpus } else { wanted.min(cpus) };
    for queue in 0..count {
        let mine: Vec<String> = (0..cpus)
            .filter(|cpu| cpu * count / cpus == queue)
            .map(|cpu| cpu.to_string())
            .collect();
        write(&directory.join(format!("mq/{queue}/cpu_list")), &mine.join(", "))?;
    }
    Ok(())
}

/// Returns its inode.
fn sparse_file(path: &PathBuf, bytes: u64) -> io::Result<u64> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    let file = fs::File::create(path)?;
    file.set_len(bytes)?;
    Ok(file.metadata()?.ino())
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::write(path, format!("{text}\n"))
}
