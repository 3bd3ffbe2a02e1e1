//! What marks a simulated host and its drives wherever they are shown, exported or printed. A server refuses a simulated host
//! without these marks, and a real host with them (ADR 0107).

/// Begins the serial of every simulated drive. With ten digits behind it, it fills the 20 characters of a serial.
pub const SERIAL_PREFIX: &str = "SIMULATED-";
/// Begins the name of every simulated host.
pub const HOSTNAME_PREFIX: &str = "sim-";
/// What is reported as the agent's version, and as the tool that measured.
pub const VERSION: &str = concat!("fleetsim ", env!("CARGO_PKG_VERSION"), " (simulated)");
