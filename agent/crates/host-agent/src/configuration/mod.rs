//! Settings from the command line, the environment and the configuration file, in this order.

mod options;
mod settings;

pub use options::Options;
pub use settings::{CONFIGURATION, STATE_DIRECTORY, Settings};
