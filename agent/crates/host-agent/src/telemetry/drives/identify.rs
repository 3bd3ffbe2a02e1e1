//! What drives say of themselves, read in the background, each at its own pace.

use std::sync::Arc;

use crosspoint_nvme::ProblemKind;
use crosspoint_nvme::details::Details;
use crosspoint_nvme::{Problem, sysfs};
use crosspoint_wire as wire;

use super::depth::Depth;
use super::details;
use super::drive::Identified;
use super::known::Drives;
use crate::guard::identity::identity;

impl Drives {
    /// Compares sysfs with what is known. Returns true if a drive came, went, or looks different; new ones and changed
    /// ones are identified in the background.
    pub async fn scan(self: &Arc<Self>) -> bool {
        let _turn = self.scanning.lock().await;
        let changes = self.compare().await;
        for (name, depth) in changes.to_identify {
            self.identify_in_background(&name, depth);
        }
        changes.is_changed
    }

    /// Reads every drive again, in the background.
    pub fn identify_all(self: &Arc<Self>, depth: Depth) {
        let names: Vec<String> = self.known().keys().cloned().collect();
        for name in names {
            self.identify_in_background(&name, depth);
        }
    }

    pub(super) fn identify_in_background(self: &Arc<Self>, name: &str, depth: Depth) {
        let controller = match self.known().get_mut(name) {
            Some(drive) if !drive.is_being_identified && !self.claims.is_closed(&drive.controller.serial) => {
                drive.is_being_identified = true;
                drive.controller.clone()
            }
            _ => return,
        };
        let this = Arc::clone(self);
        tokio::spawn(async move { this.identify_now(&controller, depth).await });
    }

    async fn identify_now(self: &Arc<Self>, controller: &sysfs::Controller, depth: Depth) {
        let (identified, mut problem) = self.identify(controller).await;
        let mut read = None;
        let data = identified.controller.as_ref();
        if let Some(data) = data.filter(|_| depth == Depth::Everything) {
            match Details::read(&self.reader(controller), data).await {
                Ok(details) => read = Some(details::wire_details(&details, data)),
                Err(silence) => problem = problem.or(Some(silence)),
            }
        }
        let is_its_own = self.sysfs.is_still_there(controller);
        if let Some(drive) = self
            .known()
            .get_mut(&controller.name)
            .filter(|drive| drive.is(controller))
        {
            match is_its_own {
                true => drive.take_identified(identified, problem, read),
                false => drive.is_being_identified = false,
            }
        }
        if !is_its_own {
            self.look_who_is_there(controller, depth).await;
        }
        self.changed.notify_one();
    }

    /// What was read through a controller's name may be another's, and is dropped: whoever has the name now is read.
    pub(super) async fn look_who_is_there(self: &Arc<Self>, controller: &sysfs::Controller, depth: Depth) {
        let (name, serial) = (&controller.name, &controller.serial);
        tracing::info!(
            name,
            serial,
            "pulled or exchanged while it was read; nothing of that is kept"
        );
        self.scan().await;
        self.identify_in_background(name, depth);
        self.changed.notify_one();
    }

    async fn identify(&self, controller: &sysfs::Controller) -> (Identified, Option<Problem>) {
        let reader = self.reader(controller);
        let mut identified = Identified::default();
        match reader.identify_controller().await {
            Ok(data) => identified.controller = Some(data),
            Err(problem) => return (identified, Some(problem)),
        }
        let mut first_problem = None;
        for namespace in &controller.namespaces {
            match reader.identify_namespace(namespace.nsid).await {
                Ok(data) => drop(identified.namespaces.insert(namespace.nsid, data)),
                Err(problem) if problem.kind == ProblemKind::NotResponding => {
                    return (identified, Some(problem));
                }
                Err(problem) => first_problem = first_problem.or(Some(problem)),
            }
        }
        // A drive may refuse to say its power state; that alone is no problem.
        identified.power_state = reader.current_power_state().await.ok();
        (identified, first_problem)
    }

    /// What was read of drives in depth since the last call.
    pub fn take_details(&self) -> Vec<(wire::DriveIdentity, wire::DriveDetails)> {
        let mut known = self.known();
        let read = known
            .values_mut()
            .filter_map(|drive| Some((identity(&drive.controller), drive.unsent_details.take()?)));
        read.collect()
    }
}
