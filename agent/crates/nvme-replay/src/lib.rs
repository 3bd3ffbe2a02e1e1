//! A host with drives that nobody here owns, for tests: a sysfs to enumerate, and an nvme-cli that answers from a
//! profile ([`profile`]) with the binary data structures of the specification ([`pages`]) and keeps the state of
//! features and formats ([`commands`]).
//!
//! A [`Machine`] is a directory: `sys/` for the agent's `--sysfs`, `dev/` with a sparse file per namespace, `nvme` for its
//! `--nvme-cli`, `drives/nvme0.toml` with what each controller is at the moment, and `calls`, one line for each call of
//! `nvme`. The bytes are laid out here from the specification alone, independent of the decoders that they test.

pub mod builtin;
mod cli_version;
pub mod commands;
mod error;
mod host_shape;
mod layers;
mod long_work;
pub mod machine;
pub mod pages;
pub mod profile;
mod sysfs;

pub use cli_version::CliVersion;
pub use error::ReplayError;
pub use host_shape::HostShape;
pub use machine::Machine;
