//! From the axes of a sweep to its points.

use super::*;
use std::collections::HashSet;

#[test]
fn a_sweep_left_alone_is_one_plain_point() {
    let [spec] = &specs(json!({}))[..] else {
        panic!("one point")
    };
    assert_eq!(spec.to_string(), "4\u{2009}KiB random read, QD1");
    assert_eq!(spec.engine, Choice::DEFAULT);
    assert_eq!(spec.until, Until::Elapsed(Duration::from_secs(30)));
    assert_eq!(
        vec![spec.stream.clone()],
        [StreamRequest {
            name: None,
            pattern: Pattern::Random,
            read_percent: 100,
            blocks: "4k".parse().unwrap(),
            align_bytes: None,
            depth: Depth::PerThread { depth: 1, threads: 1 },
            load: Load::Closed,
            span: Span::WHOLE,
            distribution: Distribution::Uniform,
            data: Data::Incompressible,
            over_provisioning_percent: None,
        }]
    );
}

#[test]
fn axes_multiply_and_the_last_varies_fastest() {
    let grid = streams(json!({
        "blockBytes": [4096, 8192],
        "readPercent": [100, 0],
        "threads": [1, 2],
        "queueDepth": [1, 4],
        "ratePerSecond": [10, 20.5],
    }));
    let seen: Vec<(u32, u8, Depth, f64)> = grid
        .iter()
        .map(|stream| {
            let Load::Open {
                rate_per_second,
                pace: Pace::Fixed,
            } = stream.load
            else {
                panic!("open loop")
            };
            (
                stream.blocks.largest(),
                stream.read_percent,
                stream.depth,
                rate_per_second,
            )
        })
        .collect();
    let mut expected = Vec::new();
    for block in [4096, 8192] {
        for read_percent in [100, 0] {
            for threads in [1, 2] {
                for depth in [1, 4] {
                    for rate in [10.0, 20.5] {
                        expected.push((block, read_percent, Depth::PerThread { depth, threads }, rate));
                    }
                }
            }
        }
    }
    assert_eq!(seen, expected);
}

#[test]
fn the_slow_axes_vary_in_the_order_of_the_documentation() {
    let grid = specs(json!({
        "engine": ["io_uring", "passthrough+poll"],
        "pattern": ["random", "sequential"],
        "alignBytes": ["block", 512],
    }));
    let seen: Vec<(Kind, bool, Pattern, Option<u64>)> = grid
        .iter()
        .map(|spec| {
            (
                spec.engine.kind,
                spec.engine.poll,
                spec.stream.pattern,
                spec.stream.align_bytes,
            )
        })
        .collect();
    let mut expected = Vec::new();
    for (kind, poll) in [(Kind::IoUring, false), (Kind::Passthrough, true)] {
        for pattern in [Pattern::Random, Pattern::Sequential] {
            for align in [None, Some(512)] {
                expected.push((kind, poll, pattern, align));
            }
        }
    }
    assert_eq!(seen, expected);
    let kinds =
        streams(json!({ "distribution": ["uniform", "zipf:1.1"], "data": ["incompressible", "verified"] }));
    let seen: Vec<String> = kinds
        .iter()
        .map(|each| format!("{} {}", each.distribution, each.data))
        .collect();
    assert_eq!(
        seen,
        [
            "uniform incompressible",
            "uniform verified",
            "zipf:1.1 incompressible",
            "zipf:1.1 verified"
        ]
    );
}

#[test]
fn a_total_depth_is_split_over_threads() {
    let depths: Vec<Depth> = streams(json!({ "threadsMax": 4, "totalDepth": [1, 8] }))
        .iter()
        .map(|stream| stream.depth)
        .collect();
    let of = |depth| Depth::Total {
        depth,
        threads_max: 4,
    };
    assert_eq!(depths, [of(1), of(8)]);
    assert_eq!(
        error(json!({ "totalDepth": 8, "queueDepth": 1 })),
        "steps[0].queueDepth: totalDepth goes with threadsMax, not with queueDepth and threads"
    );
    assert!(error(json!({ "threadsMax": 8 })).starts_with("steps[0].threadsMax: "));
}

#[test]
fn a_mix_stands_in_place_of_a_size() {
    let mix = "512:10,4k:60,64k:30";
    let [stream] = &streams(json!({ "blockBytes": null, "blockMix": mix }))[..] else {
        panic!("one point")
    };
    assert_eq!(stream.blocks, mix.parse().unwrap());
    for extra in [json!({ "blockMix": mix }), json!({ "blockBytes": null })] {
        assert_eq!(error(extra), "steps[0]: expected either blockBytes or blockMix");
    }
}

#[test]
fn an_open_loop_has_room_and_a_pace() {
    let [stream] = &streams(json!({ "ratePerSecond": 1000, "pace": "poisson" }))[..] else {
        panic!("one point")
    };
    assert_eq!(
        stream.load,
        Load::Open {
            rate_per_second: 1000.0,
            pace: Pace::Poisson
        }
    );
    assert_eq!(
        stream.depth,
        Depth::PerThread {
            depth: 256,
            threads: 1
        }
    );
    assert!(error(json!({ "pace": "fixed" })).starts_with("steps[0].pace: only an open loop"));
    assert!(
        error(json!({ "ratePerSecond": 0 })).starts_with("steps[0].ratePerSecond: expected a number from")
    );
}

#[test]
fn what_ends_a_point() {
    let until = |extra| specs(extra)[0].until.clone();
    assert_eq!(
        until(json!({ "fills": 2, "durationSeconds": null })),
        Until::Fills {
            thousandths: 2000,
            at_most: DURATION_MAX
        }
    );
    assert_eq!(
        until(json!({ "bytes": "10737418240" })),
        Until::Bytes {
            bytes: 10_737_418_240,
            at_most: Duration::from_secs(30)
        }
    );
    assert_eq!(
        until(json!({ "steadyState": {}, "durationSeconds": null })),
        Until::SteadyState(SteadyState {
            round: Duration::from_secs(60),
            tracked: Tracked::Iops,
            criterion: Criterion::default(),
        })
    );
    let custom = json!({
        "roundSeconds": 10, "tracked": "meanLatency", "windowRounds": 3, "excursionPercent": 25, "slopePercent": 12,
        "roundsMax": 9,
    });
    assert_eq!(
        until(json!({ "steadyState": custom, "durationSeconds": null })),
        Until::SteadyState(SteadyState {
            round: Duration::from_secs(10),
            tracked: Tracked::MeanLatency,
            criterion: Criterion {
                window_rounds: 3,
                excursion_max: 0.25,
                slope_excursion_max: 0.12,
                rounds_max: 9
            },
        })
    );
    assert!(error(json!({ "durationSeconds": null })).starts_with("steps[0]: nothing ends a point"));
    assert!(error(json!({ "fills": 1, "bytes": 1 })).starts_with("steps[0]: only one of"));
    assert!(error(json!({ "steadyState": {} })).starts_with("steps[0].steadyState: its rounds say"));
    let never = json!({ "steadyState": { "roundsMax": 4 }, "durationSeconds": null });
    assert!(error(never).starts_with("steps[0].steadyState: roundsMax is below windowRounds"));
}

proptest! {
    /// Whatever a sweep's axes, the plan has as many points as they multiply to, all of them different.
    #[test]
    fn the_number_of_points_is_the_product(
        blocks in prop::collection::hash_set(1..=1024_u32, 1..5),
        reads in prop::collection::hash_set(0..=100_u8, 1..5),
        threads in prop::collection::hash_set(1..=64_u32, 1..4),
        depths in prop::collection::hash_set(1..=64_u32, 1..5),
    ) {
        let product = blocks.len() * reads.len() * threads.len() * depths.len();
        let specs = specs(json!({
            "blockBytes": blocks, "readPercent": reads, "threads": threads, "queueDepth": depths,
        }));
        prop_assert_eq!(specs.len(), product);
        let names: HashSet<String> = specs.iter().map(ToString::to_string).collect();
        prop_assert_eq!(names.len(), product);
    }
}
