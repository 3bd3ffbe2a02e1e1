//! What drives and the kernel count beyond the health log: read each hour, and when a drive counts a new error; told when
//! it changed, and some times a day.

use std::sync::Arc;
use std::time::Instant;

use crosspoint_nvme::decode::IdentifyController;
use crosspoint_nvme::logs::Logs;
use crosspoint_nvme::sysfs;
use crosspoint_wire as wire;

use super::depth::Depth;
use super::known::Drives;
use super::logs_told::{Found, wire_logs};
use crate::guard::identity::identity;
use crate::runtime::boot::boot_id;

/// A drive whose logs are to be read, and who it is.
pub struct LogsAsked {
    controller: sysfs::Controller,
    identified: IdentifyController,
    write_protected: Vec<u32>,
    newest_told: Option<u64>,
    /// Identity for the event.
    pub identity: wire::DriveIdentity,
}

impl Drives {
    /// It is every drive's turn, once it has been identified.
    pub fn want_logs(&self) {
        for drive in self.known().values_mut() {
            drive.logs.is_wanted = true;
        }
    }

    /// The drives whose turn it is: identified, and not so busy that they answer nothing.
    pub fn logs_to_read(&self) -> Vec<LogsAsked> {
        let mut known = self.known();
        let due = known
            .values_mut()
            .filter(|drive| drive.logs.is_due() && !self.claims.is_closed(&drive.controller.serial));
        let asked = due.filter_map(|drive| {
            let identified = drive.identified.as_ref()?;
            let namespaces = identified.namespaces.iter();
            let asked = LogsAsked {
                controller: drive.controller.clone(),
                identified: identified.controller.clone()?,
                write_protected: namespaces
                    .filter(|(_, data)| data.is_write_protected)
                    .map(|(nsid, _)| *nsid)
                    .collect(),
                newest_told: drive.logs.newest_told,
                identity: identity(&drive.controller),
            };
            drive.logs.is_being_read = true;
            drive.logs.is_wanted = false;
            Some(asked)
        });
        asked.collect()
    }

    /// Reads the logs of one drive. `None` if there is nothing to tell, or its name is no longer its own: what was read is
    /// another drive's then, or nobody's.
    pub async fn read_logs(self: &Arc<Self>, asked: &LogsAsked) -> Option<wire::DriveLogs> {
        let LogsAsked { controller, .. } = asked;
        let read = Logs::read(&self.reader(controller), &asked.identified).await;
        let found = Found {
            boot: boot_id(),
            read,
            newest_told: asked.newest_told,
            write_protected: &asked.write_protected,
            read_only: self.sysfs.read_only_namespaces(controller),
            kernel: self.sysfs.kernel_counters(controller),
            link: self.sysfs.link_errors(controller),
            port: self.sysfs.port_errors(controller),
        };
        let newest = found.newest();
        let logs = wire_logs(found);
        let is_its_own = self.sysfs.is_still_there(controller);
        let is_told = self.note_logs(controller, is_its_own.then_some((&logs, newest)));
        if !is_its_own {
            self.look_who_is_there(controller, Depth::Inventory).await;
        }
        is_told.then_some(logs)
    }

    fn note_logs(
        &self,
        controller: &sysfs::Controller,
        read: Option<(&wire::DriveLogs, Option<u64>)>,
    ) -> bool {
        let mut known = self.known();
        let Some(drive) = known
            .get_mut(&controller.name)
            .filter(|drive| drive.is(controller))
        else {
            return false;
        };
        drive.logs.is_being_read = false;
        let Some((logs, newest)) = read else {
            return false;
        };
        drive.logs.read = Some(Instant::now());
        drive.logs.take(logs, newest)
    }
}
