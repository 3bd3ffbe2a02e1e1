//! Who is in which slot, as long as this agent runs.
//!
//! What the kernel counts of a link it counts of the PCI devices at its ends, and the port above a drive goes on counting when
//! another drive is put below it. So counts are compared only within one stay: one drive, in one slot, in one boot of the host. A
//! drive that drops off its link and comes back, with nobody else in its slot meanwhile, has not left: what the port counted then
//! is told of it.

use std::collections::BTreeMap;
use std::sync::Mutex;

use crosspoint_nvme::sysfs::{Controller, Instance};
use crosspoint_wire::DriveIdentity;
use uuid::Uuid;

use crate::guard::identity::identity;
use crate::runtime::locked::locked;

/// Slots that are remembered; beyond that only those with a drive in them.
const SLOTS_MAX: usize = 4096;
/// Where a place is a slot. The address of another transport says how to reach a drive, not where it is.
const PCIE: &str = "pcie";

/// See the module.
#[derive(Default)]
pub(super) struct Slots(Mutex<BTreeMap<String, Stay>>);

/// A drive in its slot.
struct Stay {
    drive: DriveIdentity,
    /// The first device that it was here: an agent that starts while it is plugged in finds the same.
    first: Instance,
}

impl Slots {
    /// Takes note of all controllers of the host.
    pub fn note(&self, controllers: &[Controller]) {
        let mut slots = locked(&self.0);
        for controller in controllers.iter().filter(|one| one.transport == PCIE) {
            let drive = identity(controller);
            let is_known = slots
                .get(&controller.address)
                .is_some_and(|stay| stay.drive == drive);
            if !is_known {
                let first = controller.instance;
                slots.insert(controller.address.clone(), Stay { drive, first });
            }
        }
        if slots.len() > SLOTS_MAX {
            slots.retain(|address, _| controllers.iter().any(|one| one.address == *address));
        }
    }

    /// Names the stay of a drive: what the kernel counts of it is compared within that. Absent where the boot is not known.
    pub fn stay(&self, controller: &Controller, boot: Option<Uuid>) -> Option<Uuid> {
        let drive = identity(controller);
        let slots = locked(&self.0);
        let stay = slots.get(&controller.address).filter(|stay| stay.drive == drive);
        let first = stay.map_or(controller.instance, |stay| stay.first);
        let DriveIdentity {
            model,
            pci_vendor_id,
            serial,
        } = drive;
        let address = &controller.address;
        let name = format!("{pci_vendor_id:04x}\n{model}\n{serial}\n{address}\n{first}");
        boot.map(|boot| Uuid::new_v5(&boot, name.as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use crosspoint_nvme::sysfs::Sysfs;
    use crosspoint_nvme_replay::{HostShape, Machine};

    use super::*;

    const BOOT: Option<Uuid> = Some(Uuid::from_u128(1));

    /// Drives as a host would list them one after the other, each a device of its own: serial number and slot.
    fn listed(drives: &[(&str, u8)]) -> Vec<Controller> {
        let directory = tempfile::tempdir().unwrap();
        let machine = Machine::create(directory.path(), &HostShape::default()).unwrap();
        for (serial, _) in drives {
            let changes = format!("[controller]\nserial = \"{serial}\"");
            machine.plug("p3700", &changes).unwrap();
        }
        let mut controllers = Sysfs::new(machine.sysfs()).controllers();
        for (controller, (_, bus)) in controllers.iter_mut().zip(drives) {
            controller.address = format!("0000:{bus:02x}:00.0");
        }
        controllers
    }

    fn see(slots: &Slots, controller: &Controller) -> Uuid {
        slots.note(std::slice::from_ref(controller));
        slots.stay(controller, BOOT).unwrap()
    }

    #[test]
    fn a_stay_ends_with_another_drive_and_another_slot_and_not_with_a_link_that_was_down() {
        let devices = listed(&[
            ("ONE", 1),
            ("ONE", 1),
            ("TWO", 1),
            ("ONE", 1),
            ("ONE", 2),
            ("TWO", 1),
        ]);
        let slots = Slots::default();
        let stays: Vec<_> = devices.iter().map(|device| see(&slots, device)).collect();
        assert_eq!(stays[0], stays[1], "it dropped off and came back");
        for (one, other) in [(0, 2), (0, 3), (2, 3), (3, 4), (0, 4), (2, 5)] {
            assert_ne!(stays[one], stays[other], "{one} and {other}");
        }
    }

    #[test]
    fn an_agent_that_starts_again_goes_on_with_the_stay_and_the_next_boot_does_not() {
        let devices = listed(&[("ONE", 1), ("ONE", 1)]);
        let slots = Slots::default();
        let before = see(&slots, &devices[0]);
        assert_eq!(see(&Slots::default(), &devices[0]), before);
        // Who was here meanwhile, no agent saw.
        assert_ne!(see(&Slots::default(), &devices[1]), before);
        assert_ne!(slots.stay(&devices[0], Some(Uuid::from_u128(2))), Some(before));
        assert_eq!(slots.stay(&devices[0], None), None);
    }

    #[test]
    fn slots_that_are_empty_are_forgotten_once_there_are_too_many() {
        let mut devices = listed(&[("ONE", 1), ("TWO", 2)]);
        let slots = Slots::default();
        for number in 0..SLOTS_MAX {
            devices[1].address = format!("{number:08x}:00:00.0");
            slots.note(&devices);
        }
        assert_eq!(locked(&slots.0).len(), 2);
    }
}
