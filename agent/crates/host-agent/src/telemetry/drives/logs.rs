//! What drives and the kernel count beyond the health log: read each hour, and when a drive counts a new error; told when
//! it changed, and some times a day.

use std::sync::Arc;

use crosspoint_nvme::decode::IdentifyController;
use crosspoint_nvme::logs::Logs;
use crosspoint_nvme::sysfs;
use crosspoint_wire as wire;

use super::depth::Depth;
use super::known::Drives;
use super::logs_read::LogsRead;
use super::logs_told::{Found, wire_logs};
use crate::guard::identity::identity;
use crate::link::spool::{Fate, Receipt};
use crate::runtime::boot::boot_id;

/// A drive whose logs are to be read, and who it is.
pub struct LogsAsked {
    controller: sysfs::Controller,
    identified: IdentifyController,
    write_protected: Vec<u32>,
    /// Identity for the event.
    pub identity: wire::DriveIdentity,
    /// Of what was told last, where it is not known that the server has it.
    pub told: Option<Receipt>,
}

/// What there is to tell of a drive's logs.
pub struct LogsFound {
    /// In the words of the wire.
    pub logs: wire::DriveLogs,
    /// Of the error log: its newest entry.
    newest: Option<u64>,
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
                identity: identity(&drive.controller),
                told: drive.logs.followed(),
            };
            drive.logs.is_being_read = true;
            drive.logs.is_wanted = false;
            Some(asked)
        });
        asked.collect()
    }

    /// Takes note of what became of what was told last.
    pub fn note_fate(&self, asked: &LogsAsked, told: Receipt, fate: Fate) {
        self.with_logs(&asked.controller, |logs| logs.note_fate(told, fate));
    }

    /// Reads the logs of one drive. `None` if there is nothing to tell, or its name is no longer its own: what was read is
    /// another drive's then, or nobody's. With something to tell, [`Self::note_told`] is next.
    pub async fn read_logs(self: &Arc<Self>, asked: &LogsAsked) -> Option<LogsFound> {
        let LogsAsked { controller, .. } = asked;
        let read = Logs::read(&self.reader(controller), &asked.identified).await;
        let found = Found {
            stay: self.slots.stay(controller, boot_id()),
            read,
            newest_had: self.with_logs(controller, |logs| logs.newest_had).flatten(),
            write_protected: &asked.write_protected,
            read_only: self.sysfs.read_only_namespaces(controller),
            kernel: self.sysfs.kernel_counters(controller),
            link: self.sysfs.link_errors(controller),
            port: self.sysfs.port_errors(controller),
        };
        let newest = found.newest();
        let logs = wire_logs(found);
        if !self.sysfs.is_still_there(controller) {
            self.with_logs(controller, |known| known.is_being_read = false);
            self.look_who_is_there(controller, Depth::Inventory).await;
            return None;
        }
        let is_told = self.with_logs(controller, |known| known.take(&logs)) == Some(true);
        is_told.then_some(LogsFound { logs, newest })
    }

    /// Takes note that the spool has what was found; without a receipt, that it has not: then it is told after the next reading.
    pub fn note_told(&self, asked: &LogsAsked, found: LogsFound, receipt: Option<Receipt>) {
        let LogsFound { logs, newest } = found;
        self.with_logs(&asked.controller, |known| {
            known.note_told(logs, newest, receipt);
        });
    }

    /// What is known of the logs of this drive, if its name is its own.
    fn with_logs<T>(
        &self,
        controller: &sysfs::Controller,
        look: impl FnOnce(&mut LogsRead) -> T,
    ) -> Option<T> {
        let mut known = self.known();
        let drive = known
            .get_mut(&controller.name)
            .filter(|drive| drive.is(controller))?;
        Some(look(&mut drive.logs))
    }
}
