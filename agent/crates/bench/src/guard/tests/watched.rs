//! Operations of somebody else, by the counters of the kernel.

use super::FakeHost;
use std::fs;

#[test]
fn writes_of_somebody_else_are_seen_at_once() {
    let fake = FakeHost::new();
    let (reasons, watched) = fake.watch("xdb", "xdb", &["100 0 800 4 9 0 56 2 0 6 6 1 0 0 0 0 0"]);
    assert_eq!(
        (reasons.as_slice(), watched),
        (
            &["another process or a kernel module is doing I/O on /dev/xdb: within 1 s there were 0 reads, 3 writes and 0 \
               operations in flight"
                .to_owned()][..],
            1
        )
    );
    // A partition's neighbors are the whole disk's.
    let fake = FakeHost::new();
    let (reasons, _) = fake.watch("xda1", "xda", &["100 0 800 4 8 0 56 2 0 6 6 0 0 0 0 0 0"]);
    assert!(reasons[0].contains("on /dev/xda:"), "{reasons:?}");
}

#[test]
fn reads_are_taken_for_a_user_only_if_they_do_not_end() {
    let read = |reads: u32, in_flight: u32| format!("{reads} 0 800 4 7 0 56 2 {in_flight} 6 6");
    let (first, second, third) = (read(101, 0), read(130, 0), read(131, 0));
    let fake = FakeHost::new();
    assert_eq!(fake.watch("xdb", "xdb", &[]), (Vec::new(), 1), "nobody");
    assert_eq!(fake.watch("xdb", "xdb", &[&first, &second]), (Vec::new(), 3));
    let fake = FakeHost::new();
    let (reasons, watched) = fake.watch("xdb", "xdb", &[&first, &second, &third]);
    assert!(
        watched == 3 && reasons[0].contains("1 reads, 0 writes"),
        "{reasons:?}"
    );
    let fake = FakeHost::new();
    let (reasons, watched) = fake.watch("xdb", "xdb", &[&read(100, 1)]);
    assert!(
        watched == 3 && reasons[0].contains("1 operations in flight"),
        "{reasons:?}"
    );
}

/// A namespace of native NVMe multipath with a path, and paths of others. The kernel gives a hidden disk no number.
fn multipath() -> FakeHost {
    let fake = FakeHost::new();
    fake.add_device("devices/virtual/nvme0n1", "401:0");
    for (name, number) in [
        ("nvme0c3n1", "401:1"),
        ("nvme0c3n11", "401:2"),
        ("nvme1c3n1", "401:3"),
    ] {
        let path = format!("devices/virtual/{name}");
        fake.add_device(&path, number);
        fs::remove_file(fake.host.sys.join("dev/block").join(number)).unwrap();
        fs::remove_file(fake.host.sys.join(path).join("dev")).unwrap();
    }
    fake
}

#[test]
fn the_hidden_paths_below_a_multipath_namespace_are_watched_too() {
    let fake = multipath();
    let paths = fake.host.multipath_paths(&fake.device("nvme0n1")).unwrap();
    assert_eq!(paths, [fake.host.sys.join("devices/virtual/nvme0c3n1")]);
    assert_eq!(fake.watch("nvme0n1", "nvme0c3n1", &[]), (Vec::new(), 1), "nobody");
    let (reasons, _) = fake.watch("nvme0n1", "nvme0c3n1", &["0 0 0 0 8 0 0 0 0 0 0"]);
    assert!(reasons[0].contains("/dev/nvme0c3n1"), "{reasons:?}");
}

/// Before Linux 6.3 the namespace itself counts nothing, and says so.
#[test]
fn below_a_multipath_namespace_it_is_the_paths_that_must_count() {
    let fake = multipath();
    let count = |name: &str, iostats: &str| {
        let queue = fake.host.sys.join("class/block").join(name).join("queue");
        fs::create_dir_all(&queue).unwrap();
        fs::write(queue.join("iostats"), iostats).unwrap();
    };
    count("nvme0n1", "0");
    count("nvme0c3n1", "1");
    assert_eq!(fake.watch("nvme0n1", "nvme0c3n1", &[]), (Vec::new(), 1));
    count("nvme0n1", "1");
    count("nvme0c3n1", "0");
    let (reasons, _) = fake.watch("nvme0n1", "nvme0c3n1", &[]);
    assert!(
        reasons.len() == 1 && reasons[0].contains("write 1 to") && reasons[0].contains("nvme0c3n1"),
        "{reasons:?}"
    );
}

#[test]
fn what_cannot_be_counted_is_a_reason() {
    let fake = FakeHost::new();
    let queue = fake.host.sys.join("class/block/xdb/queue");
    fs::create_dir_all(&queue).unwrap();
    fs::write(queue.join("iostats"), "0\n").unwrap();
    let (reasons, watched) = fake.watch("xdb", "xdb", &[]);
    assert_eq!(watched, 0);
    assert!(
        reasons[0].contains("whether another process uses it") && reasons[0].contains("write 1 to"),
        "{reasons:?}"
    );
    fs::remove_file(queue.join("iostats")).unwrap();
    fs::create_dir(queue.join("iostats")).unwrap();
    let (reasons, _) = fake.watch("xdb", "xdb", &[]);
    assert!(
        reasons.concat().contains("iostats"),
        "not to be read: {reasons:?}"
    );
    fs::remove_dir(queue.join("iostats")).unwrap();
    fs::write(queue.join("iostats"), "1\n").unwrap();
    fs::write(fake.host.sys.join("class/block/xdb/stat"), "nonsense").unwrap();
    assert!(fake.watch("xdb", "xdb", &[]).0[0].contains("nonsense"));
}

/// `md0` over `xda1` and `xdb`.
fn array(level: &str) -> FakeHost {
    let fake = FakeHost::new();
    fake.add_device("devices/virtual/block/md0", "9:0");
    for member in ["xda1", "xdb"] {
        fake.hold(member, "md0");
        fake.rest("md0", member);
    }
    let md = fake.host.sys.join("class/block/md0/md");
    fs::create_dir_all(&md).unwrap();
    fs::write(md.join("level"), format!("{level}\n")).unwrap();
    fake
}

/// After a write to it md notes on its members that it is clean, and clears its bitmap: nobody else does that.
#[test]
fn an_array_may_finish_its_books_and_whoever_goes_on_is_somebody_else() {
    let write = |writes: u32| format!("100 0 800 4 {writes} 0 56 2 0 6 6 0 0 0 0 0 0");
    let all: Vec<String> = (8..40).map(write).collect();
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    let mirror = array("raid1");
    // A whole disk counts what is written to its partition.
    assert_eq!(mirror.watch("md0", "xda", &all[..3]), (Vec::new(), 4));
    let (reasons, watched) = array("raid1").watch("md0", "xdb", &all);
    assert!(
        watched == 15 && reasons[0].contains("on /dev/xdb: within 1 s there were 0 reads, 1 writes"),
        "{reasons:?}"
    );
    // More than books, the array itself, an array that keeps none, and a member by itself.
    for (level, name, disk, stat) in [
        ("raid1", "md0", "xdb", write(7 + 65)),
        ("raid1", "md0", "md0", write(8)),
        ("raid0", "md0", "xdb", write(8)),
        ("raid1", "xdb", "xdb", write(8)),
    ] {
        let (reasons, watched) = array(level).watch(name, disk, &[&stat]);
        assert!(
            watched == 1 && reasons.len() == 1,
            "{level} {name} {disk}: {reasons:?}"
        );
    }
}
