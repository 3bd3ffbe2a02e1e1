//! What is known of one drive.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crosspoint_nvme::decode::{IdentifyController, IdentifyNamespace};
use crosspoint_nvme::{Problem, sysfs};
use crosspoint_wire as wire;

use super::logs_read::LogsRead;
use crate::guard::identity::identity;

/// A drive whose count of errors moves is read in full, but not more often than this.
const DETAILS_INTERVAL_MIN: Duration = Duration::from_secs(600);

/// A controller that sysfs lists, and what was read of it.
#[derive(Clone)]
pub(super) struct Drive {
    pub controller: sysfs::Controller,
    pub identified: Option<Identified>,
    pub identify_problem: Option<Problem>,
    pub smart_problem: Option<Problem>,
    /// Entries that the error log ever had when it was last read.
    pub error_log_entries: Option<u128>,
    /// Read and not yet handed out.
    pub unsent_details: Option<wire::DriveDetails>,
    pub details_read: Option<Instant>,
    pub logs: LogsRead,
    pub is_being_identified: bool,
    pub is_being_sampled: bool,
}

/// What it said of itself.
#[derive(Clone, Default)]
pub(super) struct Identified {
    pub controller: Option<IdentifyController>,
    pub power_state: Option<u8>,
    pub namespaces: BTreeMap<u32, IdentifyNamespace>,
}

impl Drive {
    /// Whether this controller is that drive, under whatever name.
    pub fn is(&self, controller: &sysfs::Controller) -> bool {
        identity(&self.controller) == identity(controller)
    }

    pub fn new(controller: sysfs::Controller) -> Self {
        Self {
            controller,
            identified: None,
            identify_problem: None,
            smart_problem: None,
            error_log_entries: None,
            unsent_details: None,
            details_read: None,
            logs: LogsRead::default(),
            is_being_identified: false,
            is_being_sampled: false,
        }
    }

    pub fn take_identified(
        &mut self,
        identified: Identified,
        problem: Option<Problem>,
        details: Option<wire::DriveDetails>,
    ) {
        self.is_being_identified = false;
        self.identify_problem = problem;
        // What was once read stays known while a drive does not answer.
        self.identified = identified
            .controller
            .is_some()
            .then_some(identified)
            .or(self.identified.take());
        if details.is_some() {
            self.unsent_details = details;
            self.details_read = Some(Instant::now());
        }
    }

    /// True if the count of errors moved since the log was read, and that is a while ago.
    pub fn has_new_errors(&mut self, error_log_entries: u128) -> bool {
        let read = *self.error_log_entries.get_or_insert(error_log_entries);
        let is_due = self
            .details_read
            .is_none_or(|read| read.elapsed() >= DETAILS_INTERVAL_MIN);
        let has_new = read != error_log_entries && is_due;
        if has_new {
            self.error_log_entries = Some(error_log_entries);
        }
        has_new
    }
}
