//! Loads that are more than one stream for some time.

use crate::support::{bench, directory, file, lines, result, run, seconds};
use crate::{MIB, command, path};
use crosspoint_bench::histogram::decode;
use crosspoint_bench::output::{RunResult, SteadyState};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};

#[test]
fn two_streams_have_figures_of_their_own() {
    let directory = directory();
    let target = file(&directory, "target", MIB);
    let streams = [
        "--stream",
        "name=small rw=randread bs=512 rate=200",
        "--stream",
        "name=large rw=read bs=64k rate=20",
    ];
    let output = run(&[&streams[..], &["--duration", "1s"]].concat(), &target);
    let lines = lines(&output.stdout);
    let result = result(&lines);
    let of = |index: usize| result.streams[index].read.as_ref().unwrap();
    assert_eq!(result.streams[0].name.as_deref(), Some("small"));
    // 200 and 20 starts; a busy machine may bring the last ones back after the end.
    assert!((180..=200).contains(&of(0).operations), "{}", of(0).operations);
    assert!((18..=20).contains(&of(1).operations), "{}", of(1).operations);
    assert_eq!(of(1).bytes, of(1).operations * 65_536);
    // Each stream has what its own thread did; what both did is their sum.
    let due: Vec<u64> = (result.streams.iter())
        .map(|stream| stream.open_loop.as_ref().unwrap().due)
        .collect();
    assert_eq!(due, [200, 20]);
    assert_eq!(result.open_loop.as_ref().unwrap().due, 220);
    let cpu_ns: u64 = result.streams.iter().map(|stream| stream.cpu_user_ns).sum();
    assert_eq!(cpu_ns, result.cpu_user_ns);
    for stream in &result.streams {
        let operations = stream.read.as_ref().unwrap().operations as f64;
        assert_eq!(
            stream.cpu_user_ns_per_operation,
            Some(stream.cpu_user_ns as f64 / operations)
        );
        assert!(stream.errors.is_empty() && stream.littles_law.is_none());
    }
    let together = result.read.as_ref().unwrap();
    assert_eq!(together.operations, of(0).operations + of(1).operations);
    let first = seconds(&lines)[0].clone();
    for stream in &first.streams {
        let read = stream.read.as_ref().unwrap();
        assert_eq!(decode(&read.histogram).unwrap().len(), read.operations);
    }
    assert_eq!(first.streams.len(), 2);
}

#[test]
fn an_sprandom_fill_writes_the_physical_space_once_and_every_block() {
    let directory = directory();
    let blocks = 2 * 3500;
    let target = file(&directory, "target", blocks * 4096);
    let load = [
        "--rw",
        "randwrite",
        "--bs",
        "4k",
        "--qd",
        "4",
        "--threads",
        "2",
        "--fills",
        "1",
    ];
    let output = run(
        &[&load[..], &["--sprandom", "28", "--write-file", path(&target)]].concat(),
        &target,
    );
    assert_eq!(output.status.code(), Some(0));
    let lines = lines(&output.stdout);
    let written = result(&lines).write.as_ref().unwrap().bytes / 4096;
    // 3500 and 28 % of it are 4480 in each thread, less what would be overwritten behind the last of 100 regions: 0.13 % of 44.
    assert!((2 * 4479..=2 * 4480).contains(&written), "{written}");
    let content = std::fs::read(&target).unwrap();
    let empty = content
        .chunks(4096)
        .filter(|block| block.iter().all(|&byte| byte == 0))
        .count();
    assert_eq!(empty, 0, "blocks were never written");
}

#[test]
fn slow_operations_are_counted_by_stream_and_slice() {
    let directory = directory();
    let target = file(&directory, "target", MIB);
    let streams = [
        "--stream",
        "name=small rw=randread bs=512 rate=200",
        "--stream",
        "name=large rw=read bs=64k rate=20",
    ];
    let slices = ["--duration", "3s", "--slice", "2s", "--over", "1us,10m"];
    let output = run(&[&streams[..], &slices].concat(), &target);
    let lines = lines(&output.stdout);
    let result = result(&lines);
    assert!(result.slices.is_empty(), "there are two streams");
    for stream in &result.streams {
        let lengths: Vec<_> = (stream
            .slices
            .iter()
            .map(|slice| (slice.start_second, slice.seconds)))
        .collect();
        assert_eq!(lengths, [(0, 2), (2, 1)]);
        let of_slices: u64 = (stream.slices.iter().filter_map(|slice| slice.read.as_ref()))
            .map(|read| {
                // Nothing takes less than a microsecond through the block layer, and nothing here ten minutes.
                let over: Vec<_> = read.over.iter().map(|over| over.operations).collect();
                assert_eq!(over, [read.operations, 0]);
                read.operations
            })
            .sum();
        assert_eq!(of_slices, stream.read.as_ref().unwrap().operations);
        assert!(stream.slices.iter().all(|slice| slice.write.is_none()));
    }
}

#[test]
fn two_fills_of_an_odd_size_end_by_themselves() {
    let directory = directory();
    let size = 5 * 131_072 + 3 * 512;
    let target = file(&directory, "target", size);
    let output = run(
        &[
            "--rw",
            "write",
            "--bs",
            "128k",
            "--qd",
            "3",
            "--threads",
            "2",
            "--fills",
            "2",
            "--write-file",
            path(&target),
        ],
        &target,
    );
    assert_eq!(output.status.code(), Some(0));
    let lines = lines(&output.stdout);
    let result = result(&lines);
    assert_eq!(result.write.as_ref().unwrap().bytes, 2 * size as u64);
    assert!(!result.interrupted && result.littles_law.is_some());
}

/// Exit code and output of a run while somebody else writes to its file again and again, once the guard has let it begin.
fn run_while_spoilt(load: &[&str], target: &Path, spoil: impl Fn(&mut File) + Sync) -> (Option<i32>, String) {
    let mut running = bench()
        .args(["run", "--output", "json-lines", "--target", path(target)])
        .args(load)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(running.stdout.take().unwrap());
    let mut text = String::new();
    said.read_line(&mut text).unwrap();
    let stop = AtomicBool::new(false);
    let status = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                let file = OpenOptions::new().write(true).open(target);
                file.map(|mut file| spoil(&mut file)).unwrap();
            }
        });
        said.read_to_string(&mut text).unwrap();
        let status = running.wait().unwrap();
        stop.store(true, Ordering::Relaxed);
        status
    });
    (status.code(), text)
}

#[test]
fn verified_data_are_read_back_and_a_lie_is_found() {
    let directory = directory();
    let target = file(&directory, "target", MIB);
    let load = [
        "--rw",
        "randrw",
        "--data",
        "verified",
        "--qd",
        "4",
        "--duration",
        "1500ms",
        "--write-file",
        path(&target),
    ];
    let output = run(&load, &target);
    assert_eq!(output.status.code(), Some(0));
    let honest = lines(&output.stdout);
    let found = result(&honest).verification.clone().unwrap();
    assert!(found.matched >= 256 && found.mismatched == 0, "{found:?}");

    let every_block = |file: &mut File| file.write_all(&vec![0; MIB]).unwrap();
    let (status, text) = run_while_spoilt(&load, &target, every_block);
    assert_eq!(status, Some(1), "figures over wrong data are not good: {text}");
    let lied = lines(text.as_bytes());
    let RunResult {
        verification, errors, ..
    } = result(&lied);
    let found = verification.clone().unwrap();
    assert!(found.mismatched > 0 && found.first_mismatch.is_some());
    assert!(
        errors
            .iter()
            .any(|error| error.name == "MISMATCH" && error.count == found.mismatched)
    );
}

/// One block of 64 MiB is written over by something else: it is named, and everything else is as it was written.
#[test]
fn a_verified_fill_says_how_much_of_the_span_it_read_back_and_where_it_was_wrong() {
    const SIZE: usize = 64 * MIB;
    const SPOILT: u64 = 32 * (MIB as u64);
    let directory = directory();
    let target = file(&directory, "target", SIZE);
    let fill = [
        "--rw",
        "write",
        "--bs",
        "128k",
        "--data",
        "verified",
        "--qd",
        "8",
        "--fills",
        "1",
        "--write-file",
        path(&target),
    ];
    let output = run(&fill, &target);
    assert_eq!(output.status.code(), Some(0));
    let found = result(&lines(&output.stdout)).verification.clone().unwrap();
    let size = SIZE as u64;
    assert_eq!((found.read_back_bytes, found.span_bytes), (size, size));

    let spoil = |file: &mut File| {
        file.seek(SeekFrom::Start(SPOILT)).unwrap();
        file.write_all(&[0; 4096]).unwrap();
    };
    let (status, text) = run_while_spoilt(&fill, &target, spoil);
    assert_eq!(status, Some(1), "{text}");
    let lied = lines(text.as_bytes());
    let found = result(&lied).verification.clone().unwrap();
    assert_eq!((found.mismatched, found.first_mismatch), (1, Some(SPOILT)));
    assert_eq!(found.read_back_bytes, size - 128 * 1024);
}

#[test]
fn steady_state_is_judged_by_rounds() {
    let directory = directory();
    let target = file(&directory, "target", MIB);
    // The rate is given, so the rounds cannot differ: it is over after the five that are compared.
    let output = run(
        &[
            "--rw",
            "randread",
            "--rate",
            "100",
            "--steady-state",
            "iops",
            "--round",
            "1s",
        ],
        &target,
    );
    let lines = lines(&output.stdout);
    let result = result(&lines);
    let SteadyState { achieved, rounds, .. } = result.steady_state.clone().unwrap();
    assert!(achieved && rounds.len() >= 5, "{rounds:?}");
    assert_eq!(
        result.elapsed_ns, 5_000_000_000,
        "the last five rounds are the result"
    );
    assert!(!result.interrupted);
}

#[test]
fn the_engines_without_a_target_lose_no_operation() {
    for engine in ["null", "nop"] {
        loses_no_operation(engine);
    }
}

fn loses_no_operation(engine: &str) {
    let output = command(
        "run",
        &[
            "--engine",
            engine,
            "--qd",
            "8",
            "--rw",
            "randrw",
            "--bytes",
            "64M",
            "--output",
            "json-lines",
        ],
    );
    let lines = lines(&output.stdout);
    let result = result(&lines);
    let operations = [&result.read, &result.write]
        .into_iter()
        .flatten()
        .map(|direction| direction.operations)
        .sum::<u64>();
    assert_eq!(operations, 16_384, "64 MiB in blocks of 4 KiB");
    let each = result.cpu_user_ns as f64 / 16_384.0;
    assert_eq!(result.cpu_user_ns_per_operation, Some(each));
    assert_eq!(
        command("run", &["--engine", engine, "--target", "x", "--rw", "read"])
            .status
            .code(),
        Some(2)
    );
}
