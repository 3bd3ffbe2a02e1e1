//! A fleet that does not exist, for demos and load tests.
//!
//! Everything about it is a function of a seed and of the time: [`fleet`] lays out hosts and drives, [`life`] says what a drive
//! would report at any moment (a [`reading`]), by the [`rhythm`] of its load and by its [`warmth`]; [`speed`] and [`latency`] what a
//! benchmark on it would measure. The rest tells a server of it, as agents do: [`chronicle`] and [`history`] the past, [`live`] the
//! present, [`measure`] benchmarks, [`load`] as much as the server takes. [`columns`] writes the samples of the past for a server that stores them in bulk.
//! [`ends`] tells what no server is told: when a drive that goes on like that is worn out.
//!
//! A load test is `fleetsim layout --days 0`, `enroll`, `history` (so that the server knows which host has which drive), `load`.
//!
//! Nothing here can be taken for real: see [`marks`].

pub mod cadence;
pub mod chronicle;
pub mod columns;
pub mod commands;
pub mod counted;
pub mod courier;
pub mod ends;
pub mod fate;
pub mod fleet;
pub mod history;
pub mod identities;
pub mod latency;
pub mod life;
pub mod live;
pub mod load;
pub mod marks;
pub mod measure;
pub mod model;
pub mod observation;
pub mod pace;
pub mod reading;
pub mod rhythm;
pub mod seed;
pub mod speed;
pub mod times;
pub mod uplink;
pub mod warm_minutes;
pub mod warmth;
pub mod watch;
pub mod workload;
