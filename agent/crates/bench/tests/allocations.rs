//! A measuring thread allocates nothing while it measures, counted by the allocator itself.

#![allow(
    unsafe_code,
    reason = "an allocator is unsafe by its trait; this one only counts and hands on"
)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crosspoint_bench::block_mix::BlockMix;
use crosspoint_bench::content::Data;
use crosspoint_bench::engine::kernel::{Ring, RingOptions};
use crosspoint_bench::engine::{Completion, Engine, NullEngine, Wait};
use crosspoint_bench::operation::Operation;
use crosspoint_bench::output::{Pattern, Second};
use crosspoint_bench::quantity::Span;
use crosspoint_bench::run::{Observer, Readiness, Settings, run};
use crosspoint_bench::workload::{Depth, Limits, Load, Request, StreamRequest, Until, Workload};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: every call goes to the system's allocator as it came; counting touches a thread-local number only.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller's promises are handed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promises are handed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Hands everything on to `engine` and notes how often its thread has allocated between the first submission and the
/// last.
struct Watched<'a, E> {
    engine: E,
    before: Option<u64>,
    during: &'a AtomicU64,
    submissions: &'a AtomicU64,
}

impl<E: Engine> Engine for Watched<'_, E> {
    fn buffer(&mut self, slot: u16) -> &mut [u8] {
        self.engine.buffer(slot)
    }

    fn prepare(&mut self, slot: u16, operation: Operation) {
        self.engine.prepare(slot, operation);
    }

    fn submit(&mut self, wait: Wait) -> io::Result<()> {
        let now = ALLOCATIONS.with(Cell::get);
        let before = *self.before.get_or_insert(now);
        self.during.fetch_max(now - before, Ordering::Relaxed);
        self.submissions.fetch_add(1, Ordering::Relaxed);
        self.engine.submit(wait)
    }

    fn completed(&mut self) -> usize {
        self.engine.completed()
    }

    fn take(&mut self) -> Completion {
        self.engine.take()
    }
}

struct Silent;

impl Observer for Silent {
    fn ready(&mut self, _: &Readiness) {}
    fn second(&mut self, _: Second) {}
    fn stop_requested(&mut self) -> bool {
        false
    }
}

/// Two threads for a bit more than two seconds, so that tallies are handed over on the way.
fn allocations<E: Engine>(stream: StreamRequest, make: impl Fn(u16) -> E + Sync) -> u64 {
    let request = Request {
        streams: vec![stream],
        ramp: Duration::ZERO,
        until: Until::Elapsed(Duration::from_millis(2200)),
        ends_at_limit: false,
        slices: None,
        seed: 1,
    };
    let limits = Limits {
        capacity_bytes: 1 << 20,
        logical_block_bytes: 512,
    };
    let (during, submissions) = (AtomicU64::new(0), AtomicU64::new(0));
    let settings = Settings {
        target: "none",
        clock: crosspoint_bench::clock::Source::choose(&crosspoint_bench::host::Host::default()),
        cpus: &[],
        batch: 1,
        logical_block_bytes: 512,
    };
    let workload = Workload::fit(&request, limits).unwrap();
    let watched = |plan: &crosspoint_bench::workload::ThreadPlan| {
        let watched = Watched {
            engine: make(plan.depth),
            before: None,
            during: &during,
            submissions: &submissions,
        };
        Ok((watched, Vec::new()))
    };
    let outcome = run(&workload, &settings, watched, &mut Silent).unwrap();
    assert!(!outcome.result.interrupted);
    assert!(submissions.load(Ordering::Relaxed) > 100, "it has really run");
    during.load(Ordering::Relaxed)
}

fn stream() -> StreamRequest {
    StreamRequest {
        name: None,
        pattern: Pattern::Random,
        read_percent: 50,
        blocks: BlockMix::of(4096).unwrap(),
        align_bytes: None,
        depth: Depth::PerThread { depth: 8, threads: 2 },
        load: Load::Closed,
        span: Span::WHOLE,
        distribution: "zipf:1.1".parse().unwrap(),
        data: Data::Incompressible,
        over_provisioning_percent: None,
    }
}

#[test]
fn the_closed_loop_allocates_nothing() {
    assert_eq!(allocations(stream(), |depth| NullEngine::new(depth, 4096)), 0);
    let file = tempfile::tempfile().unwrap();
    file.set_len(1 << 20).unwrap();
    let ring = |depth| Ring::new(&file, depth, 4096, RingOptions::default(), false).unwrap();
    // One small box takes the place of the last tally when the measurement is over; waiting for stragglers shows it.
    assert!(allocations(stream(), ring) <= 1);
}

#[test]
fn verified_data_and_mixes_allocate_nothing() {
    let verified = StreamRequest {
        data: Data::Verified,
        distribution: "uniform".parse().unwrap(),
        ..stream()
    };
    let file = tempfile::tempfile().unwrap();
    file.set_len(1 << 20).unwrap();
    let ring = |depth| Ring::new(&file, depth, 4096, RingOptions::default(), false).unwrap();
    // The last submissions are those of the reading back, whose list is made after the measurement.
    assert!(allocations(verified, ring) <= 8);
    let mix = StreamRequest {
        blocks: "512:10,1k:20,4k:70".parse().unwrap(),
        ..stream()
    };
    assert_eq!(allocations(mix, |depth| NullEngine::new(depth, 4096)), 0);
}

#[test]
fn the_open_loop_allocates_nothing() {
    let paced = StreamRequest {
        load: Load::Open {
            rate_per_second: 2000.0,
            pace: "poisson".parse().unwrap(),
        },
        ..stream()
    };
    // Its list of free slots is made at the start of the loop, before the first submission.
    assert_eq!(allocations(paced, |depth| NullEngine::new(depth, 4096)), 0);
}
