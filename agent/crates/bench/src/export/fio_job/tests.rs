mod accepted;
mod sprandom;

use super::*;
use crate::steady_state::Criterion;
use crate::workload::{Depth, SteadyState, Tracked, Until};
use std::time::Duration;

fn stream() -> StreamRequest {
    StreamRequest {
        name: None,
        pattern: Pattern::Random,
        read_percent: 100,
        blocks: "4k".parse().unwrap(),
        align_bytes: None,
        depth: Depth::PerThread {
            depth: 32,
            threads: 2,
        },
        load: Load::Closed,
        span: Span::WHOLE,
        distribution: Distribution::Uniform,
        data: Data::Incompressible,
        over_provisioning_percent: None,
    }
}

fn request(streams: Vec<StreamRequest>) -> Request {
    Request {
        streams,
        ramp: Duration::ZERO,
        until: Until::Elapsed(Duration::from_secs(30)),
        ends_at_limit: false,
        slices: None,
        seed: 7,
    }
}

fn engine(kind: Kind, poll: bool, sqpoll: bool) -> Choice {
    Choice { kind, poll, sqpoll }
}

fn job(request: &Request) -> String {
    fio_job(request, Choice::DEFAULT, Path::new("/dev/nvme0n1")).unwrap()
}

/// The lines that set something, without notes and sections.
fn settings(job: &str) -> Vec<&str> {
    job.lines()
        .filter(|line| line.contains('=') && !line.starts_with(';'))
        .collect()
}

/// The settings that `stream` has and the plain one has not.
fn difference(stream: StreamRequest) -> Vec<String> {
    let (plain, changed) = (job(&request(vec![self::stream()])), job(&request(vec![stream])));
    let plain = settings(&plain);
    settings(&changed)
        .into_iter()
        .filter(|line| !plain.contains(line))
        .map(String::from)
        .collect()
}

#[test]
fn a_plain_load() {
    let text = job(&Request {
        ramp: Duration::from_millis(1500),
        ..request(vec![stream()])
    });
    assert_eq!(
        text,
        "; A load of uring-bench for fio. A comment stands where fio does otherwise.\n\
         \n[global]\nfilename=/dev/nvme0n1\nioengine=io_uring\ndirect=1\nfixedbufs=1\nregisterfiles=1\nthread=1\n\
         group_reporting=1\n\
         ; From submission on, as uring-bench counts; fio's histogram is exact to 1/128.\n\
         lat_percentiles=1\npercentile_list=50:90:99:99.9:99.99:99.999\nrandseed=7\nrandom_generator=tausworthe64\n\
         ramp_time=1500ms\n\
         \n[load-0-0]\nrw=randread\nnorandommap=1\nbs=4096\nsize=100%\niodepth=32\nnumjobs=2\ntime_based=1\nruntime=30000ms\n"
    );
}

#[test]
fn a_load_that_writes_says_so_on_top() {
    let mixed = StreamRequest {
        read_percent: 70,
        ..stream()
    };
    let text = job(&request(vec![mixed.clone()]));
    assert_eq!(
        text.lines().nth(1),
        Some("; It WRITES: what is on the target is lost, and fio does not ask.")
    );
    assert_eq!(
        difference(mixed),
        ["rw=randrw", "rwmixread=70", "scramble_buffers=1"]
    );
}

#[test]
fn mixes_alignment_and_distributions() {
    let blocks = "512:10,4k:60,64k:30".parse().unwrap();
    assert_eq!(
        difference(StreamRequest {
            blocks,
            align_bytes: Some(512),
            ..stream()
        }),
        ["bssplit=512/10:4096/60:65536/30", "blockalign=512"]
    );
    for (distribution, line) in [
        ("zipf:1.1", "random_distribution=zipf:1.1"),
        ("zipf:1", "random_distribution=zipf:1.001"),
        ("hotspot:90/20", "random_distribution=zoned:90/20:10/80"),
    ] {
        assert_eq!(
            difference(StreamRequest {
                distribution: distribution.parse().unwrap(),
                ..stream()
            }),
            [line]
        );
    }
}

#[test]
fn a_depth_split_unevenly_is_a_section_for_each_depth() {
    // 10 over 4 threads: 3, 3, 2, 2.
    let text = job(&request(vec![StreamRequest {
        depth: Depth::Total {
            depth: 10,
            threads_max: 4,
        },
        ..stream()
    }]));
    let jobs: Vec<&str> = text
        .lines()
        .filter(|line| {
            line.starts_with("[load") || line.starts_with("iodepth") || line.starts_with("numjobs")
        })
        .collect();
    assert_eq!(
        jobs,
        [
            "[load-0-0]",
            "iodepth=3",
            "numjobs=2",
            "[load-0-2]",
            "iodepth=2",
            "numjobs=2"
        ]
    );
}

#[test]
fn sequential_threads_have_parts_of_their_own() {
    let parts = StreamRequest {
        pattern: Pattern::Sequential,
        depth: Depth::Total {
            depth: 6,
            threads_max: 4,
        },
        span: Span::PartsPerMillion(500_000),
        ..stream()
    };
    let text = job(&request(vec![parts.clone()]));
    let spans: Vec<&str> = settings(&text)
        .into_iter()
        .filter(|line| line.starts_with("size") || line.starts_with("offset"))
        .collect();
    // 50 % by 4 is 12.5 %, and fio reads "12.5%" as 12 bytes.
    assert_eq!(
        spans,
        [
            "size=12%",
            "offset=0%",
            "offset_increment=12%",
            "size=12%",
            "offset=24%",
            "offset_increment=12%"
        ]
    );
    assert!(text.contains("; fio takes whole percents: rounded.\n"));
    let bytes = StreamRequest {
        span: Span::Bytes(1 << 30),
        ..parts
    };
    assert!(
        job(&request(vec![bytes])).contains("size=268435456\noffset=536870912\noffset_increment=268435456\n")
    );
}

#[test]
fn an_open_loop_has_its_rate_by_job_and_direction() {
    let load = Load::Open {
        rate_per_second: 2000.0,
        pace: Pace::Poisson,
    };
    // 2000 over 2 threads, 70 % of them reads.
    assert_eq!(
        difference(StreamRequest {
            load,
            read_percent: 70,
            ..stream()
        }),
        [
            "rw=randrw",
            "rwmixread=70",
            "rate_iops=700,300",
            "rate_process=poisson",
            "scramble_buffers=1"
        ]
    );
}

#[test]
fn what_ends_it() {
    let ends = |until, pattern| {
        let text = job(&Request {
            until,
            ..request(vec![StreamRequest { pattern, ..stream() }])
        });
        let lines: Vec<String> = settings(&text)
            .into_iter()
            .skip_while(|line| !line.starts_with("numjobs"))
            .map(String::from)
            .collect();
        lines[1..].to_vec()
    };
    let at_most = Duration::from_secs(60);
    assert_eq!(
        ends(Until::Bytes { bytes: 1001, at_most }, Pattern::Random),
        ["io_size=501", "runtime=60000ms"]
    );
    let twice = Until::Fills {
        thousandths: 2000,
        at_most,
    };
    // Two fills by two threads of the whole span are one each; in sequence each goes through its half twice.
    assert_eq!(
        ends(twice.clone(), Pattern::Random),
        ["loops=1", "io_size=100%", "runtime=60000ms"]
    );
    assert_eq!(
        ends(twice, Pattern::Sequential),
        ["loops=2", "io_size=100%", "runtime=60000ms"]
    );
    let half = Until::Fills {
        thousandths: 500,
        at_most,
    };
    assert_eq!(
        ends(half, Pattern::Random),
        ["loops=1", "io_size=25%", "runtime=60000ms"]
    );
    let steady_state = SteadyState {
        round: at_most,
        tracked: Tracked::Bandwidth,
        criterion: Criterion::default(),
    };
    // An excursion of 20 % between the extremes is 10 % to each side of the mean; 5 rounds, at most 25.
    assert_eq!(
        ends(Until::SteadyState(steady_state), Pattern::Random),
        [
            "steadystate=bw:10%",
            "steadystate_duration=300s",
            "time_based=1",
            "runtime=1500s"
        ]
    );
}

#[test]
fn a_name_cannot_smuggle_an_option_in() {
    let named = StreamRequest {
        name: Some("a]\nrw=write\n[b".into()),
        ..stream()
    };
    let text = job(&request(vec![named]));
    assert!(text.contains("\n[a__rw_write__b-0-0]\n"), "{text}");
    for path in ["/dev/x\nrw=write", "/dev/x\rrw=write"] {
        let result = fio_job(&request(vec![stream()]), Choice::DEFAULT, Path::new(path));
        assert_eq!(result, Err(FioJobError::Path));
    }
    let colon = fio_job(
        &request(vec![stream()]),
        Choice::DEFAULT,
        Path::new("/dev/disk/by-path/pci-0000:01:00.0"),
    );
    assert!(
        colon
            .unwrap()
            .contains("filename=/dev/disk/by-path/pci-0000\\:01\\:00.0\n")
    );
}
