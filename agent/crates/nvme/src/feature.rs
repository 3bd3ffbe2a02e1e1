//! Identifiers of features.

/// Power Management: the power state in bits 4:0, a hint of the workload in 7:5.
pub const POWER_MANAGEMENT: u8 = 0x02;
/// Volatile Write Cache.
pub const WRITE_CACHE: u8 = 0x06;
/// Host Controlled Thermal Management.
pub const THERMAL_MANAGEMENT: u8 = 0x10;
/// Power Limit, NVM Express Base Specification 2.1 and later.
pub const POWER_LIMIT: u8 = 0x23;
/// Power governor of Intel's drives, a vendor feature. Never C1h, which sets the maximum LBA.
pub const POWER_GOVERNOR: u8 = 0xc6;
