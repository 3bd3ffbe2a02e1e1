//! Their health, drive by drive.

use std::sync::Arc;

use crosspoint_nvme::decode::SmartLog;
use crosspoint_nvme::drive::DriveReader;
use crosspoint_nvme::{Problem, sysfs};
use crosspoint_wire as wire;

use super::depth::Depth;
use super::known::Drives;
use crate::guard::identity::identity;

/// A controller to sample, and who it is.
#[derive(Clone)]
pub struct Sampled {
    controller: sysfs::Controller,
    /// Identity for the event.
    pub identity: wire::DriveIdentity,
    reader: DriveReader,
}

impl Drives {
    /// The drives to sample now: all but those whose last sample has not come back, and those that answer nothing now.
    pub fn to_sample(&self) -> Vec<Sampled> {
        let mut known = self.known();
        let waiting = known
            .values_mut()
            .filter(|drive| !drive.is_being_sampled && !self.claims.is_closed(&drive.controller.serial));
        let sampled = waiting.map(|drive| {
            drive.is_being_sampled = true;
            Sampled {
                controller: drive.controller.clone(),
                identity: identity(&drive.controller),
                reader: self.reader(&drive.controller),
            }
        });
        sampled.collect()
    }

    /// Reads the health of one drive, and remembers whether it answered. `None` if its name is no longer its own: what was
    /// read is another drive's, or nobody's.
    pub async fn sample(self: &Arc<Self>, sampled: &Sampled) -> Option<Result<SmartLog, Problem>> {
        let result = sampled.reader.smart_log().await;
        let controller = &sampled.controller;
        if !self.sysfs.is_still_there(controller) {
            if let Some(drive) = self
                .known()
                .get_mut(&controller.name)
                .filter(|drive| drive.is(controller))
            {
                drive.is_being_sampled = false;
            }
            self.look_who_is_there(controller, Depth::Inventory).await;
            return None;
        }
        if self.note_sample(controller, &result) {
            self.identify_in_background(&controller.name, Depth::Everything);
        }
        Some(result)
    }

    /// Returns whether there are errors that have not been read.
    fn note_sample(&self, controller: &sysfs::Controller, result: &Result<SmartLog, Problem>) -> bool {
        let mut known = self.known();
        let mut has_new_errors = false;
        if let Some(drive) = known
            .get_mut(&controller.name)
            .filter(|drive| drive.is(controller))
        {
            drive.is_being_sampled = false;
            let problem = result.as_ref().err().cloned();
            let kinds = (
                drive.smart_problem.as_ref().map(|p| p.kind),
                problem.as_ref().map(|p| p.kind),
            );
            drive.smart_problem = problem;
            if kinds.0 != kinds.1 {
                self.changed.notify_one();
            }
            if let Ok(log) = result {
                has_new_errors = drive.has_new_errors(log.error_log_entries);
                drive
                    .logs
                    .note_sample(has_new_errors, log.endurance_group_warning);
            }
        }
        has_new_errors
    }
}
