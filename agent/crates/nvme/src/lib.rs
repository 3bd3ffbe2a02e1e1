//! NVMe controllers of this host: [`sysfs`] lists them, [`cli`] runs nvme-cli with a time limit of its own for each
//! call, [`decode`] reads its binary output by the specification, [`drive`] puts the three together.

pub mod cli;
pub mod decode;
pub mod drive;
pub mod problem;
pub mod sysfs;

pub use problem::{Problem, ProblemKind};
