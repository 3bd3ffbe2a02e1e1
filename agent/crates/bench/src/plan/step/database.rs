//! Transactions of a database on the target, at several numbers of clients.

use super::axes::{count, required_axis};
use super::ending::seconds;
use crate::plan::database::{DatabaseSpec, Transaction};
use crate::plan::field::{Field, Object, PlanError};
use crate::plan::setting::DriveSettings;
use std::time::Duration;

const FIELDS: &[&str] = &[
    "kind",
    "system",
    "benchmark",
    "sizeGib",
    "clients",
    "rampSeconds",
    "durationSeconds",
];
/// Most sessions that run transactions at the same time.
const CLIENTS_MAX: u64 = 1024;
/// A scale of pgbench is 100,000 accounts: 12.8 MiB of rows and 2.1 MiB of index.
const MEBIBYTES_PER_SCALE: f64 = 15.0;

/// A step: one point for each number of clients.
#[derive(Debug, Clone, PartialEq)]
pub struct Database {
    benchmark: Transaction,
    size_gib: f64,
    clients: Vec<u32>,
    ramp: Duration,
    duration: Duration,
}

impl Database {
    pub(super) fn read(step: &Field<'_>) -> Result<Self, PlanError> {
        let fields = step.object(FIELDS)?;
        fields.required("system")?.choice(&[("postgresql", ())])?;
        let benchmark = fields.required("benchmark")?.choice(&[
            ("tpcbLike", Transaction::TpcbLike),
            ("selectOnly", Transaction::SelectOnly),
        ])?;
        Ok(Database {
            benchmark,
            size_gib: fields.required("sizeGib")?.number(0.1..=1024.0)?,
            clients: required_axis(&fields, "clients", |field| count(field, CLIENTS_MAX))?,
            ramp: seconds(&fields, "rampSeconds", 0)?.unwrap_or_default(),
            duration: required_seconds(&fields)?,
        })
    }

    /// Of pgbench, as near to its size as it comes from below.
    pub fn scale(&self) -> u32 {
        scale(self.size_gib)
    }

    /// How many points it has.
    pub(super) fn len(&self) -> usize {
        self.clients.len()
    }

    /// What is asked of one of its points.
    pub(in crate::plan) fn spec(&self, index: usize) -> Option<DatabaseSpec> {
        Some(DatabaseSpec {
            benchmark: self.benchmark,
            size_gib: self.size_gib,
            scale: self.scale(),
            clients: *self.clients.get(index)?,
            ramp: self.ramp,
            duration: self.duration,
            settings: DriveSettings::default(),
            precondition: Vec::new(),
        })
    }

    /// What points after it say of the state that they found.
    pub(in crate::plan) fn word(&self) -> String {
        format!("database:postgresql:{}", self.size_gib)
    }
}

fn required_seconds(fields: &Object<'_>) -> Result<Duration, PlanError> {
    fields.required("durationSeconds")?;
    Ok(seconds(fields, "durationSeconds", 1)?.unwrap_or_default())
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "whole, and at most 69,905"
)]
fn scale(size_gib: f64) -> u32 {
    ((size_gib * 1024.0 / MEBIBYTES_PER_SCALE).floor() as u32).max(1)
}
