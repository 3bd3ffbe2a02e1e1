//! From the axes of a sweep to its points.

use super::*;

#[test]
fn a_sweep_left_alone_is_one_plain_point() {
    let [point] = &points(json!({}))[..] else {
        panic!("one point")
    };
    assert_eq!(point.name, "4\u{2009}KiB random read, QD1");
    assert_eq!(point.engine, Choice::DEFAULT);
    assert_eq!(point.request.until, Until::Elapsed(Duration::from_secs(30)));
    assert_eq!(
        point.request.streams,
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
        }]
    );
}

#[test]
fn axes_multiply_and_the_last_varies_fastest() {
    let grid = streams(json!({
        "block_bytes": ["4k", 8192],
        "read_percent": [100, 0],
        "threads": [1, 2],
        "queue_depth": [1, 4],
        "rate_per_second": [10, 20.5],
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
    let grid = points(json!({
        "engine": ["io_uring", "passthrough+poll"],
        "pattern": ["random", "sequential"],
        "align_bytes": ["block", 512],
    }));
    let seen: Vec<(Kind, bool, Pattern, Option<u64>)> = grid
        .iter()
        .map(|point| {
            let stream = &point.request.streams[0];
            (
                point.engine.kind,
                point.engine.poll,
                stream.pattern,
                stream.align_bytes,
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
    let depths: Vec<Depth> = streams(json!({ "threads_max": 4, "total_depth": [1, 8] }))
        .iter()
        .map(|stream| stream.depth)
        .collect();
    let of = |depth| Depth::Total {
        depth,
        threads_max: 4,
    };
    assert_eq!(depths, [of(1), of(8)]);
    assert_eq!(
        error(json!({ "total_depth": 8, "queue_depth": 1 })),
        "sweeps[0].queue_depth: total_depth goes with threads_max, not with queue_depth and threads"
    );
    assert!(error(json!({ "threads_max": 8 })).starts_with("sweeps[0].threads_max: "));
}

#[test]
fn a_mix_stands_in_place_of_a_size() {
    let mix = "512:10,4k:60,64k:30";
    let [stream] = &streams(json!({ "block_bytes": null, "block_mix": mix }))[..] else {
        panic!("one point")
    };
    assert_eq!(stream.blocks, mix.parse().unwrap());
    for extra in [json!({ "block_mix": mix }), json!({ "block_bytes": null })] {
        assert_eq!(
            error(extra),
            "sweeps[0]: expected either block_bytes or block_mix"
        );
    }
}

#[test]
fn an_open_loop_has_room_and_a_pace() {
    let [stream] = &streams(json!({ "rate_per_second": 1000, "pace": "poisson" }))[..] else {
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
    assert!(error(json!({ "pace": "fixed" })).starts_with("sweeps[0].pace: only an open loop"));
    assert!(
        error(json!({ "rate_per_second": 0 }))
            .starts_with("sweeps[0].rate_per_second: expected a number from")
    );
}

#[test]
fn what_ends_a_point() {
    let until = |extra| points(extra)[0].request.until.clone();
    assert_eq!(
        until(json!({ "fills": 2, "duration_s": null })),
        Until::Fills {
            thousandths: 2000,
            at_most: DURATION_MAX
        }
    );
    assert_eq!(
        until(json!({ "bytes": "10G" })),
        Until::Bytes {
            bytes: 10_737_418_240,
            at_most: Duration::from_secs(30)
        }
    );
    assert_eq!(
        until(json!({ "steady_state": {}, "duration_s": null })),
        Until::SteadyState(SteadyState {
            round: Duration::from_secs(60),
            tracked: Tracked::Iops,
            criterion: Criterion::default(),
        })
    );
    let custom = json!({
        "round_s": 10, "tracked": "mean_latency", "window_rounds": 3, "excursion_percent": 25, "slope_percent": 12.5,
        "rounds_max": 9,
    });
    assert_eq!(
        until(json!({ "steady_state": custom, "duration_s": null })),
        Until::SteadyState(SteadyState {
            round: Duration::from_secs(10),
            tracked: Tracked::MeanLatency,
            criterion: Criterion {
                window_rounds: 3,
                excursion_max: 0.25,
                slope_excursion_max: 0.125,
                rounds_max: 9
            },
        })
    );
    assert!(error(json!({ "duration_s": null })).starts_with("sweeps[0]: nothing ends a point"));
    assert!(error(json!({ "fills": 1, "bytes": 1 })).starts_with("sweeps[0]: only one of"));
    assert!(error(json!({ "steady_state": {} })).starts_with("sweeps[0].steady_state: its rounds say"));
    let never = json!({ "steady_state": { "rounds_max": 4 }, "duration_s": null });
    assert!(error(never).starts_with("sweeps[0].steady_state: rounds_max is below window_rounds"));
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
        let points = points(json!({
            "block_bytes": blocks, "read_percent": reads, "threads": threads, "queue_depth": depths,
        }));
        prop_assert_eq!(points.len(), product);
        let names: HashSet<&str> = points.iter().map(|point| point.name.as_str()).collect();
        prop_assert_eq!(names.len(), product);
    }
}
