//! NVMe controllers of this host: [`sysfs`] lists them, [`cli`] runs nvme-cli with a time limit of its own for each
//! call, [`decode`] reads its binary output by the specification, [`drive`] puts the three together. [`details`] reads what
//! seldom changes, [`logs`] what counts up, [`model`] knows what the specification does not say. [`control`] acts on a drive, [`status`] says in
//! words what the drive answered.

mod call;
pub mod cli;
pub mod control;
pub mod decode;
pub mod details;
mod device;
pub mod drive;
pub mod feature;
pub mod logs;
pub mod model;
pub mod problem;
pub mod status;
pub mod sysfs;

pub use device::CallError;
pub use problem::{Problem, ProblemKind};
