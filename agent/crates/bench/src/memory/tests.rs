use super::*;
use crate::content::Data;
use crate::host::Host;
use crate::workload::testing::{limits, request, stream};
use crate::workload::{Depth, StreamRequest};
use std::fs;
use std::path::Path;

const GIB: u64 = 1 << 30;

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// A host with 16 GiB available whose process is in these groups.
fn host(groups: &str) -> (tempfile::TempDir, Host) {
    let root = tempfile::tempdir().unwrap();
    let host = Host {
        sys: root.path().join("sys"),
        proc: root.path().join("proc"),
    };
    write(
        &host.proc.join("meminfo"),
        "MemTotal:       33554432 kB\nMemFree:         1048576 kB\nMemAvailable:   16777216 kB\n",
    );
    write(&host.proc.join("self/cgroup"), groups);
    (root, host)
}

fn demand(depth: u32, threads: u32, block_bytes: u32, data: Data) -> Demand {
    let load = request(StreamRequest {
        depth: Depth::PerThread { depth, threads },
        blocks: crate::block_mix::BlockMix::of(block_bytes.into()).unwrap(),
        data,
        ..stream()
    });
    Demand::of(&Workload::fit(&load, limits(256 * GIB)).unwrap())
}

#[test]
fn it_grows_with_everything_that_is_multiplied() {
    // Of each operation 512 bytes, and of each page of it 4096 + 32.
    let one = demand(1, 1, 4096, Data::Incompressible);
    assert_eq!(one.buffers, 4096 + 32 + 512);
    assert_eq!(
        demand(32, 4, 4096, Data::Incompressible).buffers,
        128 * one.buffers
    );
    // 6144 bytes lie in two pages.
    assert_eq!(
        demand(1, 1, 6144, Data::Incompressible).buffers,
        2 * (4096 + 32) + 512
    );
    // Four histograms of each thread, two tables of errors, 128 KiB; and eight histograms of all.
    let histogram = u128::from(Latencies::MEMORY_BYTES);
    let thread = 4 * histogram + 2 * (4096 + 2048) * 8 + 128 * 1024;
    assert_eq!(one.threads, thread + 8 * histogram);
    assert_eq!(
        demand(1, 9, 4096, Data::Incompressible).threads,
        9 * thread + 8 * histogram
    );
    // 16 bytes for each of 2^18 blocks.
    assert_eq!(demand(1, 1, 1 << 20, Data::Verified).ledger, 16 << 18);
    assert_eq!(one.ledger, 0);
}

#[test]
fn a_histogram_is_as_large_as_it_says() {
    assert_eq!(Latencies::new().memory_bytes(), Latencies::MEMORY_BYTES);
}

#[test]
fn no_numbers_are_too_large_to_be_refused() {
    let (_root, host) = host("0::/\n");
    let budget = Budget::survey(&host).unwrap();
    for huge in [u64::MAX, 1 << 32, u64::from(u32::MAX)] {
        let threads = Threads {
            count: huge,
            depth: huge,
            block_bytes: huge,
            directions: 2,
        };
        let demand = Demand::of_threads(threads);
        assert_eq!(demand.bytes(), u64::MAX);
        assert!(demand.admit(&budget).is_err());
    }
}

#[test]
fn what_is_asked_what_there_is_and_what_to_lower() {
    let (_root, host) = host("0::/\n");
    let budget = Budget::survey(&host).unwrap();
    assert_eq!(budget.bytes(), 4 * GIB);
    // 256 x 4096 buffers of 16 MiB are 16 TiB, and a little.
    let refused = demand(4096, 256, 16 << 20, Data::Incompressible)
        .admit(&budget)
        .unwrap_err();
    assert_eq!(
        refused.message,
        "the load takes 16.1 TiB of memory, and at most 4 GiB may be taken: a quarter of the 16 GiB that are available on this host"
    );
    assert_eq!(
        refused.remedy,
        "lower the queue depth, the block size or the number of threads: their product is the memory for buffers"
    );
    assert!(
        demand(256, 16, 512 << 10, Data::Incompressible)
            .admit(&budget)
            .is_ok()
    );

    let little = Budget::survey(&tight("0::/bench\n", "bench", 1 << 28).1).unwrap();
    let least = Budget::survey(&tight("0::/bench\n", "bench", 1 << 26).1).unwrap();
    let refused = demand(1, 256, 4096, Data::Incompressible)
        .admit(&least)
        .unwrap_err();
    assert!(refused.remedy.contains("fewer threads"), "{refused:?}");
    let refused = demand(1, 1, 32 << 10, Data::Verified).admit(&little);
    assert!(refused.is_ok(), "128 MiB of 192: {refused:?}");
    let refused = demand(1, 1, 16 << 10, Data::Verified).admit(&little).unwrap_err();
    assert!(refused.remedy.contains("smaller span"), "{refused:?}");
}

/// A host as above whose process is in groups, with a limit of so many bytes for the one at `directory`.
fn tight(groups: &str, directory: &str, limit: u64) -> (tempfile::TempDir, Host) {
    let (root, host) = host(groups);
    let group = host.sys.join("fs/cgroup").join(directory);
    write(&group.join("memory.max"), &format!("{limit}\n"));
    write(&group.join("memory.current"), "0\n");
    (root, host)
}

#[test]
fn the_tightest_group_above_the_process_counts_with_what_it_can_still_take() {
    let (_root, host) = tight(
        "1:name=systemd:/other\n0::/system.slice/bench.service\n",
        "system.slice",
        3 * GIB,
    );
    let group = host.sys.join("fs/cgroup/system.slice");
    write(&group.join("bench.service/memory.max"), "max\n");
    // 2 GiB are used, one of them by cached files that are given up.
    write(&group.join("memory.current"), &format!("{}\n", 2 * GIB));
    write(
        &group.join("memory.stat"),
        &format!("anon {GIB}\ninactive_file {GIB}\nactive_file 0\n"),
    );
    let budget = Budget::survey(&host).unwrap();
    assert_eq!(budget.bytes(), 2 * GIB / 4 * 3);
    assert_eq!(
        budget.reason(),
        "three quarters of the 2 GiB that the memory limit of its control group leaves"
    );
    // More in use than allowed, as after a limit was lowered: nothing is left.
    write(&group.join("memory.current"), &format!("{}\n", 5 * GIB));
    assert_eq!(Budget::survey(&host).unwrap().bytes(), 0);
}

#[test]
fn the_limit_at_which_the_kernel_slows_a_group_down_counts_as_well() {
    let (_root, host) = tight("0::/bench\n", "bench", 3 * GIB);
    let group = host.sys.join("fs/cgroup/bench");
    write(&group.join("memory.high"), &format!("{GIB}\n"));
    assert_eq!(Budget::survey(&host).unwrap().bytes(), GIB / 4 * 3);
    write(&group.join("memory.high"), "max\n");
    assert_eq!(Budget::survey(&host).unwrap().bytes(), 3 * GIB / 4 * 3);
}

#[test]
fn groups_of_the_first_version_and_of_a_container_count_as_well() {
    let (_root, host) = host("4:cpu,memory:/docker/0123\n0::/\n");
    let container = host.sys.join("fs/cgroup/memory");
    write(&container.join("memory.limit_in_bytes"), &format!("{GIB}\n"));
    write(
        &container.join("memory.usage_in_bytes"),
        &format!("{}\n", GIB / 2),
    );
    write(
        &container.join("memory.stat"),
        "inactive_file 9\ntotal_inactive_file 0\n",
    );
    assert_eq!(Budget::survey(&host).unwrap().bytes(), GIB / 2 / 4 * 3);
    // What version 1 writes where there is no limit.
    write(&container.join("memory.limit_in_bytes"), "9223372036854771712\n");
    assert_eq!(Budget::survey(&host).unwrap().bytes(), 4 * GIB);
}

#[test]
fn without_knowledge_there_is_no_budget() {
    let (_root, host) = host("0::/\n");
    write(&host.proc.join("meminfo"), "MemTotal: 5 kB\n");
    let error = Budget::survey(&host).unwrap_err().to_string();
    assert!(error.ends_with("it has no MemAvailable"), "{error}");
}

#[test]
fn what_a_group_may_have_is_all_the_memory_that_there_is_for_it() {
    let of = |host: &Host| super::memory_bytes(host);
    let (_root, free) = host("0::/agent\n");
    assert_eq!(of(&free), Some(32 * GIB));
    // MemoryMax= of the service, however much of it is used.
    let (_root, bound) = tight("0::/agent\n", "agent", 12 * GIB);
    write(
        &bound.sys.join("fs/cgroup/agent/memory.current"),
        &format!("{}\n", 11 * GIB),
    );
    assert_eq!(of(&bound), Some(12 * GIB));
    write(&bound.proc.join("meminfo"), "MemAvailable:   16777216 kB\n");
    assert_eq!(of(&bound), None);
}
