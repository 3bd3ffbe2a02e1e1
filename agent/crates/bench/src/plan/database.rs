//! All that is asked of a measurement of a database, and what it is called.

use super::setting::DriveSettings;
use std::fmt;
use std::time::Duration;

/// What a transaction is: a script that pgbench brings along.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transaction {
    /// Three updates, a read and an insert, after TPC-B.
    TpcbLike,
    /// One read.
    SelectOnly,
}

impl Transaction {
    /// As plans write it.
    pub fn name(self) -> &'static str {
        match self {
            Transaction::TpcbLike => "tpcbLike",
            Transaction::SelectOnly => "selectOnly",
        }
    }
}

/// All that is asked of a point of a database, defaults written out.
#[derive(Debug, Clone, PartialEq)]
pub struct DatabaseSpec {
    /// What a transaction is.
    pub benchmark: Transaction,
    /// Size that was asked for, in GiB.
    pub size_gib: f64,
    /// Of pgbench, as near to that size as it comes from below; at least one.
    pub scale: u32,
    /// Sessions that run transactions at the same time.
    pub clients: u32,
    /// Warm-up, which is in no result; whole seconds.
    pub ramp: Duration,
    /// Measured time; whole seconds.
    pub duration: Duration,
    /// Settings of the drive that the plan has made and that are in effect.
    pub settings: DriveSettings,
    /// What steps before did to the target, in order; empty if it is as it was found.
    pub precondition: Vec<String>,
}

impl fmt::Display for DatabaseSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let clients = if self.clients == 1 { "client" } else { "clients" };
        write!(
            f,
            "PostgreSQL {}, {}\u{2009}GiB, {} {clients}",
            self.benchmark.name(),
            self.size_gib,
            self.clients
        )
    }
}
