//! One operation: which way, how long, where.

/// Direction of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// From the target into memory.
    Read,
    /// From memory to the target.
    Write,
}

/// One operation to issue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operation {
    /// Read or write.
    pub direction: Direction,
    /// Bytes to move.
    pub length: u32,
    /// Byte offset on the target.
    pub offset: u64,
}

/// The bytes of the target that a thread uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Region {
    /// Where it begins.
    pub start: u64,
    /// How long it is.
    pub bytes: u64,
}

/// Which directions a load has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Directions {
    /// Any operation reads.
    pub read: bool,
    /// Any operation writes.
    pub write: bool,
}
