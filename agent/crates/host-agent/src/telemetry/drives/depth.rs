//! How much of a drive is read.

/// How much of a drive is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// Identify and the power state: three children of nvme-cli, and one more for each further namespace.
    Inventory,
    /// Its logs and settings too: at most ten more.
    Everything,
}
