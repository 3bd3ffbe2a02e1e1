//! Plans: what is done to a target, step by step. One language for the plans of `packages/catalog`, the contract between
//! server and agent, and the plan files of `uring-bench`, in YAML or JSON (JSON is YAML as well); one plan a file.
//!
//! A plan has `id`, `name`, `description`, `readsOnly` (no point writes and nothing is purged) and `steps`, which are walked in
//! order. It may say with `source`, `follows` and `departs` which method it is after; these are for people and not looked at
//! here.
//!
//! ```yaml
//! id: depths
//! name: Read latency by queue depth
//! readsOnly: true
//! steps:
//!   - { kind: sweep, pattern: random, blockBytes: 4096, readPercent: 100, queueDepth: [1, 4, 16, 64], durationSeconds: 60 }
//! ```
//!
//! A step says with `kind` what it is. A list has at most 64 steps, a plan 256, and steps stand in steps at most 8 deep. A
//! plan has at most 4096 points on any walk; they are counted before one is made. Every mistake is refused with its path.
//!
//! # Steps that measure
//!
//! `sweep`: one point for each combination of its axes. An axis is a value or a list of values, and they vary in this order,
//! the last one fastest:
//!
//! | axis | values |
//! | --- | --- |
//! | `engine` | `io_uring` (default), `passthrough`, `sync`, `null`, each with `+poll` and `+sqpoll` |
//! | `pattern` | `random`, `sequential` |
//! | `distribution` | `uniform` (default), `zipf:1.1`, `hotspot:90/10` |
//! | `data` | `incompressible` (default), `compressible:2`, `verified` |
//! | `alignBytes` | a number of bytes, or `block` (default) for the size of each operation |
//! | `blockBytes` or `blockMix` | a number of bytes; `"512:10,4k:60,64k:30"` |
//! | `readPercent` | 0 to 100 |
//! | `threads` and `queueDepth`, or `threadsMax` and `totalDepth` | for each thread, or split over threads |
//! | `ratePerSecond` | open loop: operations per second; a closed loop without it |
//!
//! The rest is the same for all points of a sweep: `pace` (`fixed`, `poisson`) of an open loop, `rampSeconds`, `spanPercent`,
//! what ends a point: `durationSeconds` alone, or `fills`, `bytes` or `steadyState`, the first two of which `durationSeconds`
//! then limits; and `slices`, which counts the operations of each part of a point that took longer than some latencies.
//!
//! ```yaml
//! - kind: sweep
//!   pattern: random
//!   blockBytes: [4096, 131072]
//!   readPercent: [100, 70, 0]
//!   queueDepth: [1, 32]
//!   rampSeconds: 5
//!   durationSeconds: 60
//!   slices: { seconds: 10, overNs: [1000000, 8000000] }
//! ```
//!
//! `streams`: 2 to 8 loads at once, from one process. Each is a point of its own, with successive numbers; the others are in
//! its specification as `beside`. A stream says its load as a sweep of one point does, and `name`s it.
//!
//! ```yaml
//! - kind: streams
//!   durationSeconds: 300
//!   slices: { seconds: 60, overNs: [1000000] }
//!   streams:
//!     - { name: records, pattern: random, blockBytes: 1536, alignBytes: 512, readPercent: 100, ratePerSecond: 2000 }
//!     - { name: large, pattern: random, blockBytes: 131072, readPercent: 50, ratePerSecond: 47.06 }
//! ```
//!
//! # Steps that bring the drive into a state
//!
//! `purge`: destroys all that the target holds: `format`, `sanitizeBlock`, `sanitizeCrypto`, `sanitizeOverwrite`, `discard`.
//! Only an agent can do it, but for `discard`.
//!
//! ```yaml
//! - { kind: purge, method: format }
//! ```
//!
//! `fill`: writes the target over, `sequential` or `random` so many `fills` of the span, or once in the way of `sprandom`
//! (SNIA SDC 2025), which leaves the drive as many random overwrites would, if its over-provisioning is what
//! `overProvisioningPercent` assumes. It is measured as a point of purpose `precondition`, which is shown and is never a
//! result. `queueDepth` is 32 if not given, `threads` 1, `durationSecondsMax` a week.
//!
//! ```yaml
//! - { kind: fill, method: sequential, blockBytes: 131072, fills: 2 }
//! - { kind: fill, method: sprandom, blockBytes: 4096, overProvisioningPercent: 10 }
//! ```
//!
//! `set`: a setting of the drive for the rest of the plan, put back afterwards: `powerState`, `powerGovernor`, `scheduler`.
//! Only an agent can do it.
//!
//! ```yaml
//! - { kind: set, powerGovernor: 2, scheduler: none }
//! ```
//!
//! `idle`: nothing is sent for so many `seconds`.
//!
//! ```yaml
//! - { kind: idle, seconds: 600 }
//! ```
//!
//! `database`: transactions of pgbench on a PostgreSQL of the host's packages, one point for each number of `clients`, after
//! `rampSeconds`. The database has `sizeGib`, as near as pgbench's scale of 15 MiB comes to it from below. Only an agent can do
//! it, and it destroys all that a drive holds.
//!
//! ```yaml
//! - { kind: database, system: postgresql, benchmark: tpcbLike, sizeGib: 8, clients: [4, 16], rampSeconds: 30, durationSeconds: 120 }
//! ```
//!
//! # The drive's own test
//!
//! `selfTest`: the drive tests itself, `short` or `extended`, and its result is kept with the run. What it finds is no failure of
//! the run; a drive without a self-test skips the step. Only an agent can do it.
//!
//! ```yaml
//! - { kind: selfTest, test: short }
//! ```
//!
//! # Steps that repeat others
//!
//! `rounds`: its `steps` (`sweep`, `fill`, `streams`, `idle`) again and again: exactly `roundsMax` times, or `until` steady
//! state as the SNIA Performance Test Specification has it, in each of the `tracked` figures (`iops`, `bandwidth`,
//! `meanLatency`). A tracked figure names one point of the body by fields of its sweep or stream. The window is of 5 rounds,
//! the excursion at most 20 % and the slope 10 % if not said otherwise. A round in which a tracked point failed is a gap, after
//! which the window begins anew.
//!
//! ```yaml
//! - kind: rounds
//!   roundsMax: 25
//!   until:
//!     kind: steadyState
//!     windowRounds: 5
//!     excursionPercent: 20
//!     slopePercent: 10
//!     tracked:
//!       - { metric: iops, readPercent: 0, blockBytes: 4096 }
//!   steps:
//!     - { kind: sweep, pattern: random, blockBytes: [4096, 131072], readPercent: [100, 0], queueDepth: 32, durationSeconds: 60 }
//! ```
//!
//! `each`: its `steps`, of any kind, once for every value of a `setting`, which is put back after it. `values` is a list of at
//! most 32, or `offered`: whatever the drive says that it has, of power states the operational ones. Only an agent can do it.
//!
//! ```yaml
//! - kind: each
//!   setting: powerGovernor
//!   values: [0, 1, 2]
//!   steps:
//!     - { kind: sweep, pattern: random, blockBytes: 4096, readPercent: 0, queueDepth: 32, durationSeconds: 60 }
//! ```
//!
//! `search`: raises a parameter of its body, which is one `streams` or one `sweep` of one point, until a criterion fails; the
//! highest value that passes is the answer. `rate` multiplies every `ratePerSecond`, `queueDepth` and `threads` replace what the
//! body says. It doubles `from` until a value fails or `to` passes, then halves what lies between, until what passed and what
//! failed are one `resolution` apart; every value is a whole number of resolutions above `from`. With `confirmSeconds` the
//! answer is measured again for so long, and lowered by a resolution as long as it fails, over at most four confirmations. All
//! `criteria` must hold, in each slice where the body has slices: a share of operations over a latency (`overNs`,
//! `percentBelow`), a percentile (`percentile`, `belowNs`), what is completed of an open loop (`ratePercentAtLeast`). What was
//! due and did not start counts as slow, and where too little was measured to show that a criterion holds, it does not. A
//! trial that was not measured to its end ends the search without an answer.
//!
//! ```yaml
//! - kind: search
//!   raise: rate
//!   from: 1
//!   to: 512
//!   resolution: 1
//!   confirmSeconds: 7200
//!   criteria:
//!     - { stream: records, direction: read, overNs: 1000000, percentBelow: 5 }
//!     - { stream: records, direction: read, ratePercentAtLeast: 98 }
//!   steps:
//!     - kind: streams
//!       durationSeconds: 300
//!       slices: { seconds: 300, overNs: [1000000] }
//!       streams:
//!         - { name: records, pattern: random, blockBytes: 1536, alignBytes: 512, readPercent: 100, ratePerSecond: 2000 }
//!         - { name: large, pattern: random, blockBytes: 131072, readPercent: 50, ratePerSecond: 47.06 }
//! ```
//!
//! `database` is known by name, and refused by this version.
//!
//! # The walk
//!
//! [`Walk`] goes through the steps by what comes of them. A [`Point`] is known by its number in the order of measuring, and says
//! with its [`Spec`] all that is asked of it, defaults written out, with the settings that are in effect and what steps before
//! it made of the target:
//!
//! | word | of |
//! | --- | --- |
//! | `purge:format` | a purge, which takes all words before it away |
//! | `fill:sequential:131072:2`, `fill:sprandom:4096:1:10` | a fill: size, times, assumed over-provisioning, then `span50` and the kind of data if they are not the default |
//! | `steady:iops`, `notSteady:iops:meanLatency` | rounds with something to wait for |
//! | `database:postgresql:8` | a database: its size in GiB |
//! | `incomplete` | a purge or a fill that was not whole, until a purge |
//!
//! A step has one word, which is put at the end when it is walked again; there are at most 16.
//!
//! A failed or skipped point does not lose the others. Where a purge, a fill, a setting or a pause fails, the rest of its list
//! is left out, because figures after it would mislead: the value of an `each`, the round of `rounds`, the run itself at the top
//! of the plan. Eight failures in a row end it.

mod database;
mod document;
mod field;
mod judge;
mod measurement;
#[expect(
    clippy::module_inception,
    reason = "the plan itself is one part of what plans are"
)]
mod plan;
mod point;
mod setting;
mod spec;
mod step;
mod walk;
mod wire;

pub use database::{DatabaseSpec, Transaction};
pub use document::FILE_BYTES_MAX;
pub use field::PlanError;
pub use measurement::Measurement;
pub use plan::Plan;
pub use point::{DatabasePoint, POINTS_MAX, Parameter, Point, Raised, place};
pub use setting::{DriveSettings, SettingKind, SettingValue};
pub use spec::{Purpose, Spec};
pub use step::{
    Criterion, Database, Each, Fill, Limit, PurgeMethod, Rounds, Search, SelfTest, Step, Streams, Sweep,
};
pub use walk::{Action, Conclusion, Feedback, Measured, PointOutcome, Walk};

#[cfg(test)]
mod tests;
