//! Slot, queues and scheduler of a controller.

use std::path::Path;

use super::attribute::{attribute, entry_names};

/// The I/O queues of a controller as the kernel's block layer uses them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Queues {
    /// CPUs that share each queue, as lists like `0-3,8`; interrupt queues first, poll queues last.
    pub cpu_lists: Vec<String>,
    /// How many of them are poll queues.
    pub poll: usize,
    /// Most CPUs that share one interrupt queue.
    pub cpus_sharing_most: usize,
}

/// The slot whose address is that of the controller, or of a bridge above it: a slot's address has no function.
pub fn slot(sys: &Path, address: &str) -> Option<String> {
    let slots = sys.join("bus/pci/slots");
    let device = sys.join("bus/pci/devices").join(address).canonicalize().ok();
    let bridges = device
        .iter()
        .flat_map(|path| path.ancestors())
        .filter_map(|path| path.file_name()?.to_str());
    let mut above: Vec<String> = std::iter::once(address)
        .chain(bridges)
        .map(without_function)
        .collect();
    above.dedup();
    let mut names = entry_names(&slots);
    names.sort();
    above.iter().find_map(|wanted| {
        let has_address =
            |name: &&String| attribute(&slots.join(name).join("address")).as_ref() == Some(wanted);
        names.iter().find(has_address).cloned()
    })
}

fn without_function(address: &str) -> String {
    address.split('.').next().unwrap_or_default().to_owned()
}

/// The queues of the controller's first namespace, which all its namespaces share. The kernel numbers them in the order
/// interrupt, poll (drivers/nvme/host/pci.c, `nvme_pci_map_queues`); how many are poll queues is the driver's parameter.
pub fn queues(sys: &Path, directory: &Path) -> Option<Queues> {
    let mut blocks = entry_names(directory);
    blocks.sort();
    let block = blocks
        .iter()
        .map(|name| directory.join(name))
        .find(|block| block.join("mq").is_dir())?;
    let mut numbers: Vec<usize> = entry_names(&block.join("mq"))
        .iter()
        .filter_map(|name| name.parse().ok())
        .collect();
    numbers.sort_unstable();
    let cpus: Vec<Vec<usize>> = numbers
        .iter()
        .map(|number| {
            numbers_in(&attribute(&block.join(format!("mq/{number}/cpu_list"))).unwrap_or_default())
        })
        .collect();
    let poll = poll_queues(sys, &block).min(cpus.len().saturating_sub(1));
    let interrupt = &cpus[..cpus.len() - poll];
    Some(Queues {
        poll,
        cpus_sharing_most: interrupt.iter().map(Vec::len).max().unwrap_or_default(),
        cpu_lists: cpus.iter().map(|cpus| ranges(cpus)).collect(),
    })
}

fn poll_queues(sys: &Path, block: &Path) -> usize {
    let polls = attribute(&block.join("queue/io_poll")).is_some_and(|flag| flag == "1");
    let wanted =
        attribute(&sys.join("module/nvme/parameters/poll_queues")).and_then(|count| count.parse().ok());
    wanted.filter(|_| polls).unwrap_or_default()
}

/// The one in brackets, as in `[none] mq-deadline`; all of it where there are none.
#[must_use]
pub fn chosen(all: &str) -> String {
    let inside = all.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
    inside.map_or(all, |(chosen, _)| chosen).to_owned()
}

/// `0, 1, 2`, as the kernel writes the CPUs of a queue.
fn numbers_in(list: &str) -> Vec<usize> {
    list.split(',')
        .filter_map(|number| number.trim().parse().ok())
        .collect()
}

/// `0-2,8`, short enough for 128 queues on 512 CPUs.
fn ranges(numbers: &[usize]) -> String {
    let runs = numbers.chunk_by(|a, b| *b == *a + 1);
    let texts = runs.map(|run| match (run.first(), run.last()) {
        (Some(first), Some(last)) if first != last => format!("{first}-{last}"),
        (Some(only), _) => only.to_string(),
        _ => String::new(),
    });
    texts.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    fn write(path: &Path, text: &str) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    #[test]
    fn queues_are_read_in_the_order_of_their_numbers() {
        let root = tempfile::tempdir().unwrap();
        let controller = root.path().join("nvme0");
        let mq = controller.join("nvme0n1/mq");
        // Ten queues, so that their names do not sort as numbers do; the last two are for polling.
        for queue in 0..10 {
            write(
                &mq.join(format!("{queue}/cpu_list")),
                &format!("{queue}, {}, 40\n", queue + 1),
            );
        }
        write(&controller.join("nvme0n1/queue/io_poll"), "1\n");
        write(&root.path().join("module/nvme/parameters/poll_queues"), "2\n");
        let found = queues(root.path(), &controller).unwrap();
        assert_eq!(
            (found.cpu_lists.len(), found.poll, found.cpus_sharing_most),
            (10, 2, 3)
        );
        assert_eq!(
            (found.cpu_lists[2].as_str(), found.cpu_lists[9].as_str()),
            ("2-3,40", "9-10,40")
        );
        write(&controller.join("nvme0n1/queue/io_poll"), "0\n");
        assert_eq!(queues(root.path(), &controller).unwrap().poll, 0);
        assert_eq!(queues(root.path(), &root.path().join("none")), None);
    }

    #[test]
    fn the_slot_may_belong_to_a_bridge_above_the_controller() {
        let root = tempfile::tempdir().unwrap();
        let sys = root.path();
        let device = sys.join("devices/pci0000:5d/0000:5d:02.0/0000:5e:00.0");
        fs::create_dir_all(&device).unwrap();
        fs::create_dir_all(sys.join("bus/pci/devices")).unwrap();
        symlink(&device, sys.join("bus/pci/devices/0000:5e:00.0")).unwrap();
        write(&sys.join("bus/pci/slots/9/address"), "0000:99:00\n");
        assert_eq!(slot(sys, "0000:5e:00.0"), None);
        write(&sys.join("bus/pci/slots/12/address"), "0000:5d:02\n");
        assert_eq!(slot(sys, "0000:5e:00.0").as_deref(), Some("12"));
        write(&sys.join("bus/pci/slots/3-1/address"), "0000:5e:00\n");
        assert_eq!(slot(sys, "0000:5e:00.0").as_deref(), Some("3-1"));
    }
}
