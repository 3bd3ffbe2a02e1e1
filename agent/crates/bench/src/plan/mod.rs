//! Plans: what is done to a target, step by step. One language for the plans of `packages/catalog`, the contract between
//! server and agent, and the plan files of `uring-bench`, in YAML or JSON (JSON is YAML as well); one plan a file.
//!
//! A plan has `id`, `name`, `description`, `readsOnly` (no point of it may write) and `steps`, which are walked in order. It
//! may say with `follows` and `departs` which method it is after; these are for people and not looked at here.
//!
//! A step says with `kind` what it is:
//!
//! - `sweep`: one point for each combination of its axes. An axis is a value or a list of values, and they vary in this
//!   order, the last one fastest:
//!
//!   | axis | values |
//!   | --- | --- |
//!   | `engine` | `io_uring` (default), `passthrough`, `sync`, `null`, each with `+poll` and `+sqpoll` |
//!   | `pattern` | `random`, `sequential` |
//!   | `distribution` | `uniform` (default), `zipf:1.1`, `hotspot:90/10` |
//!   | `data` | `incompressible` (default), `compressible:2`, `verified` |
//!   | `alignBytes` | a size, or `block` (default) for that of each operation |
//!   | `blockBytes` or `blockMix` | a size; `"512:10,4k:60,64k:30"` |
//!   | `readPercent` | 0 to 100 |
//!   | `threads` and `queueDepth`, or `threadsMax` and `totalDepth` | for each thread, or split over threads |
//!   | `ratePerSecond` | open loop: operations per second; a closed loop without it |
//!
//!   The rest is the same for all points of a sweep: `pace` (`fixed`, `poisson`) of an open loop, `rampSeconds`,
//!   `spanPercent`, and what ends a point: `durationSeconds` alone, or `fills`, `bytes` or `steadyState`, the first two of
//!   which `durationSeconds` then limits.
//! - `set`: a setting of the drive for the rest of the plan, put back afterwards: `powerState`, `powerGovernor`,
//!   `scheduler`. Only an agent can do it.
//!
//! [`Plan::actions`] walks the steps. A [`Point`] is known by its place in that order and says with its [`Spec`] all that is
//! asked of it, defaults written out.

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

pub use document::FILE_BYTES_MAX;
pub use field::PlanError;
pub use measurement::Measurement;
pub use plan::Plan;
pub use point::{POINTS_MAX, Parameter, Point, Raised, place};
pub use setting::{DriveSettings, SettingKind, SettingValue};
pub use spec::{Purpose, Spec};
pub use step::{Criterion, Each, Fill, Limit, PurgeMethod, Rounds, Search, Step, Streams, Sweep};
pub use walk::{Action, Conclusion, Feedback, Measured, PointOutcome, Walk};

#[cfg(test)]
mod tests;
