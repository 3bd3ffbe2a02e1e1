//! What a drive counts, read at once: around a run, to see what the run did to it.

use crosspoint_nvme::Problem;
use crosspoint_nvme::details::Details;
use crosspoint_wire as wire;

use super::details::{error_log_entry, vendor_log};
use super::found::DriveFound;
use super::known::Drives;
use crate::telemetry::smart::smart_log;

/// What the drive did not say is absent.
#[derive(Debug, Default)]
pub struct Counters {
    /// SMART / Health Information.
    pub log: Option<wire::SmartLog>,
    /// The newest first.
    pub error_log: Vec<wire::ErrorLogEntry>,
    /// Logs of vendors.
    pub vendor_logs: Vec<wire::VendorLog>,
    /// What could not be read, for a person.
    pub problem: Option<String>,
}

impl Drives {
    /// Reads what a drive counts. A drive that does not answer is asked no more; what was read until then is kept.
    pub async fn counters(&self, drive: &wire::DriveIdentity) -> Counters {
        let mut counters = Counters::default();
        match self.find_drive(drive) {
            Ok(found) => {
                if let Err(problem) = self.count(&found, &mut counters).await {
                    counters.problem = Some(problem.detail);
                }
                if !self.is_still_there(&found) {
                    // What was read is another drive's, or nobody's.
                    counters = Counters {
                        problem: Some(format!("drive {} was removed or replaced", drive.serial)),
                        ..Counters::default()
                    };
                }
            }
            Err(reason) => counters.problem = Some(reason),
        }
        counters
    }

    async fn count(&self, found: &DriveFound, counters: &mut Counters) -> Result<(), Problem> {
        let reader = self.reader(found.controller());
        counters.log = Some(smart_log(&reader.smart_log().await?));
        let controller = reader.identify_controller().await?;
        let details = Details::read_counters(&reader, &controller).await?;
        counters.error_log = details.error_log.iter().map(error_log_entry).collect();
        counters.vendor_logs = details.vendor_logs.iter().map(vendor_log).collect();
        if !details.unread.is_empty() {
            counters.problem = Some(details.unread.join("; "));
        }
        Ok(())
    }
}
