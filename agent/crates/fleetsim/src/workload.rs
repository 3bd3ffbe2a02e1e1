//! What hosts do with their drives, which decides how fast they wear and how warm they get.

use crate::model::{
    M9100_2400, Model, P900_480, P3600_1600, P3700_400, P3700_1600, P4600_2000, P4800X_375, P4800X_750,
};

/// A class of hosts.
#[derive(Debug)]
pub struct Workload {
    /// In host names.
    pub name: &'static str,
    /// Models that such hosts have.
    pub models: &'static [&'static Model],
    /// Drive writes per day.
    pub writes_per_day: f64,
    /// Bytes read for each byte written.
    pub reads_per_write: f64,
    /// Mean size of an operation.
    pub operation_bytes: f64,
    /// How far the load rises and falls with the day, as a share of its mean.
    pub day_swing: f64,
    /// And with the week.
    pub week_swing: f64,
    /// Share of the time in which the controller is busy.
    pub busy: f64,
    /// Kelvin that the load adds at its mean.
    pub heat_kelvin: f64,
}

/// Swings add up to less than 1, so that no counter ever falls.
pub static WORKLOADS: [Workload; 6] = [
    Workload {
        name: "db",
        models: &[&P3700_1600, &P4800X_750],
        writes_per_day: 1.1,
        reads_per_write: 3.0,
        operation_bytes: 8_192.0,
        day_swing: 0.55,
        week_swing: 0.15,
        busy: 0.35,
        heat_kelvin: 9.0,
    },
    Workload {
        name: "cache",
        models: &[&P4800X_375, &P3700_400],
        writes_per_day: 4.2,
        reads_per_write: 1.6,
        operation_bytes: 16_384.0,
        day_swing: 0.6,
        week_swing: 0.2,
        busy: 0.5,
        heat_kelvin: 13.0,
    },
    Workload {
        name: "web",
        models: &[&P3600_1600, &P4600_2000],
        writes_per_day: 0.25,
        reads_per_write: 9.0,
        operation_bytes: 32_768.0,
        day_swing: 0.7,
        week_swing: 0.2,
        busy: 0.12,
        heat_kelvin: 5.0,
    },
    Workload {
        name: "log",
        models: &[&P900_480, &P3600_1600],
        writes_per_day: 2.4,
        reads_per_write: 0.2,
        operation_bytes: 65_536.0,
        day_swing: 0.3,
        week_swing: 0.1,
        busy: 0.3,
        heat_kelvin: 8.0,
    },
    Workload {
        name: "archive",
        models: &[&M9100_2400],
        writes_per_day: 0.03,
        reads_per_write: 4.0,
        operation_bytes: 131_072.0,
        day_swing: 0.2,
        week_swing: 0.3,
        busy: 0.03,
        heat_kelvin: 2.0,
    },
    Workload {
        name: "build",
        models: &[&P4600_2000, &P3700_400],
        writes_per_day: 0.7,
        reads_per_write: 2.2,
        operation_bytes: 24_576.0,
        day_swing: 0.65,
        week_swing: 0.3,
        busy: 0.25,
        heat_kelvin: 7.0,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_load_is_ever_negative() {
        for workload in &WORKLOADS {
            assert!(
                workload.day_swing + workload.week_swing < 1.0,
                "{}",
                workload.name
            );
        }
    }
}
