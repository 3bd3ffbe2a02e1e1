//! Exit codes, as `cli::EXIT_CODES` documents them.

/// All went well; for `guard`: it may be written.
pub const GOOD: u8 = 0;
/// Figures are incomplete: the run ended early or operations failed.
pub const INCOMPLETE: u8 = 1;
/// Wrong usage, also what clap exits with.
pub const USAGE: u8 = 2;
/// The guard refuses to write.
pub const REFUSED: u8 = 3;
/// The target cannot be used.
pub const TARGET: u8 = 4;
/// The engine cannot be set up.
pub const ENGINE: u8 = 5;
