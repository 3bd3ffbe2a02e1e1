use super::threads;
use crate::arrivals::Pace;
use crate::content::Data;
use crate::output::Pattern;
use crate::quantity::Span;
use crate::steady_state::Criterion;
use crate::workload::testing::{limits, request, stream};
use crate::workload::{
    DURATION_MAX, Limits, Load, Request, SEED_LIMIT, Slices, SteadyState, StreamRequest, Tracked, Until,
    Workload,
};
use std::time::Duration;

/// On a target of 1 MiB with logical blocks of 4 KiB.
fn is_refused(request: &Request, expected: &str) {
    let limits = Limits {
        capacity_bytes: 1 << 20,
        logical_block_bytes: 4096,
    };
    let error = Workload::fit(request, limits).unwrap_err();
    assert!(error.message.contains(expected), "{}", error.message);
    assert!(!error.remedy.is_empty());
}

/// `stream` with a change.
fn stream_is_refused(change: impl FnOnce(&mut StreamRequest), expected: &str) {
    let mut changed = stream();
    change(&mut changed);
    is_refused(&request(changed), expected);
}

/// A request for `stream` with a change.
fn request_is_refused(change: impl FnOnce(&mut Request), expected: &str) {
    let mut changed = request(stream());
    change(&mut changed);
    is_refused(&changed, expected);
}

#[test]
fn sizes_and_places_that_do_not_suit_the_target() {
    let size = |text: &str| text.parse().unwrap();
    stream_is_refused(|stream| stream.blocks = size("512"), "logical block of 4096");
    stream_is_refused(
        |stream| stream.blocks = size("4k:50,6k:50"),
        "6144 bytes is not a multiple",
    );
    stream_is_refused(|stream| stream.blocks = size("2M"), "at least 1");
    stream_is_refused(|stream| stream.align_bytes = Some(512), "multiples of 512");
    let sequential = |stream: &mut StreamRequest| {
        stream.align_bytes = Some(4096);
        stream.pattern = Pattern::Sequential;
    };
    stream_is_refused(sequential, "no alignment");
    stream_is_refused(|stream| stream.span = Span::Bytes(2 << 20), "past the end");
    stream_is_refused(|stream| stream.span = Span::Bytes(4095), "0 blocks");
}

#[test]
fn depths_shares_rates_and_data_out_of_range() {
    stream_is_refused(|stream| stream.depth = threads(0, 1), "queue depth");
    stream_is_refused(|stream| stream.depth = threads(1, 0), "threads");
    stream_is_refused(|stream| stream.read_percent = 101, "reads");
    let too_many = |stream: &mut StreamRequest| {
        stream.pattern = Pattern::Sequential;
        stream.blocks = "8k".parse().unwrap();
        stream.depth = threads(1, 200);
    };
    stream_is_refused(too_many, "at least 200");
    stream_is_refused(
        |stream| stream.depth = threads(1, 257),
        "the number of threads is out of range",
    );
    let never = |stream: &mut StreamRequest| {
        stream.load = Load::Open {
            rate_per_second: 0.0,
            pace: Pace::Fixed,
        };
    };
    stream_is_refused(never, "the rate");
    let verified_mix = |stream: &mut StreamRequest| {
        stream.data = Data::Verified;
        stream.blocks = "4k:50,8k:50".parse().unwrap();
    };
    stream_is_refused(verified_mix, "one size");
}

#[test]
fn times_and_endings_that_make_no_run() {
    request_is_refused(|request| request.seed = SEED_LIMIT, "seed");
    request_is_refused(
        |request| request.until = Until::Elapsed(Duration::ZERO),
        "duration",
    );
    let bytes = || Until::Bytes {
        bytes: 1 << 20,
        at_most: DURATION_MAX,
    };
    let with_ramp = |request: &mut Request| {
        request.until = bytes();
        request.ramp = Duration::from_secs(1);
    };
    request_is_refused(with_ramp, "has no ramp");
    let of_several = |request: &mut Request| {
        request.until = bytes();
        request.streams = vec![stream(), stream()];
    };
    request_is_refused(of_several, "which stream's");
    let steady = |round_ms| {
        Until::SteadyState(SteadyState {
            round: Duration::from_millis(round_ms),
            tracked: Tracked::Iops,
            criterion: Criterion::default(),
        })
    };
    request_is_refused(|request| request.until = steady(1500), "length of a round");
    request_is_refused(
        |request| request.until = steady(100_000_000),
        "all rounds together",
    );
}

#[test]
fn streams_that_do_not_go_together() {
    request_is_refused(|request| request.streams = vec![], "streams");
    let writing = StreamRequest {
        data: Data::Verified,
        read_percent: 0,
        ..stream()
    };
    request_is_refused(
        |request| request.streams = vec![writing, stream()],
        "a single stream",
    );
}

#[test]
fn the_account_of_verified_data_is_bounded() {
    let verified = StreamRequest {
        data: Data::Verified,
        read_percent: 0,
        ..stream()
    };
    // 2^28 blocks of 4 KiB.
    let error = Workload::fit(&request(verified), limits(1 << 40)).unwrap_err();
    assert!(error.message.contains("of memory"), "{}", error.message);
}

#[test]
fn slices_that_no_result_can_hold() {
    let slices = |seconds, over_ns: &[u64]| Slices {
        every: Duration::from_secs_f64(seconds),
        over_ns: over_ns.to_vec(),
    };
    for (slices, expected) in [
        (slices(0.0, &[1]), "length of a slice"),
        (slices(1.5, &[1]), "length of a slice"),
        (slices(1.0, &[]), "latencies that are slow"),
        (slices(1.0, &[0]), "latencies that are slow"),
        (slices(1.0, &[2, 2]), "latencies that are slow"),
        (slices(1.0, &[2, 1]), "latencies that are slow"),
        (slices(1.0, &[600_000_000_001]), "latencies that are slow"),
        (
            slices(1.0, &[1, 2, 3, 4, 5, 6, 7, 8, 9]),
            "latencies that are slow",
        ),
    ] {
        request_is_refused(|request| request.slices = Some(slices), expected);
    }
    let lasts = |seconds| Until::Elapsed(Duration::from_secs(seconds));
    let change = |until| {
        move |request: &mut Request| {
            request.slices = Some(slices(2.0, &[1]));
            request.until = until;
        }
    };
    request_is_refused(change(lasts(513)), "more than 256 slices");
    let mut whole = request(stream());
    change(lasts(512))(&mut whole);
    assert!(Workload::fit(&whole, limits(1 << 20)).is_ok());
}

#[test]
fn an_sprandom_fill_is_one_whole_fill_and_nothing_else() {
    let fill = || Request {
        until: Until::Fills {
            thousandths: 1000,
            at_most: DURATION_MAX,
        },
        ..request(StreamRequest {
            pattern: Pattern::Sprandom,
            read_percent: 0,
            over_provisioning_percent: Some(10),
            ..stream()
        })
    };
    let fits = |request: &Request, bytes| Workload::fit(request, limits(bytes));
    // 3200 blocks of 4 KiB for each thread.
    let workload = fits(&fill(), 3200 * 4096 + 4095).unwrap();
    assert_eq!(workload.streams()[0].span_bytes(), 3200 * 4096, "whole blocks");
    let error = fits(&fill(), 3200 * 4096 - 1).unwrap_err();
    assert!(
        error.message.contains("at least 3200 are needed"),
        "{}",
        error.message
    );
    let refused = |change: fn(&mut Request), expected: &str| {
        let mut changed = fill();
        change(&mut changed);
        let error = fits(&changed, 1 << 30).unwrap_err();
        assert!(error.message.contains(expected), "{}", error.message);
    };
    refused(
        |request| request.streams[0].over_provisioning_percent = None,
        "assumes is out of range",
    );
    refused(
        |request| request.streams[0].over_provisioning_percent = Some(0),
        "assumes is out of range",
    );
    refused(
        |request| request.streams[0].over_provisioning_percent = Some(101),
        "assumes is out of range",
    );
    refused(
        |request| request.streams[0].pattern = Pattern::Random,
        "only an sprandom fill",
    );
    for change in [
        (|request| request.streams[0].read_percent = 1) as fn(&mut Request),
        |request| request.streams[0].align_bytes = Some(4096),
        |request| request.streams[0].blocks = "4k:50,8k:50".parse().unwrap(),
        |request| request.streams[0].distribution = "zipf:1.1".parse().unwrap(),
        |request| request.until = Until::Elapsed(Duration::from_secs(1)),
        |request| {
            request.until = Until::Fills {
                thousandths: 2000,
                at_most: DURATION_MAX,
            };
        },
    ] {
        refused(change, "writes its span once");
    }
}
