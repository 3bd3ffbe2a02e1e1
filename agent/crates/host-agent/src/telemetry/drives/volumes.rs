//! The md arrays of this host, each with the drives that it is made of.

use std::io;

use crosspoint_bench::host::{Array, ArrayMember, ArrayState, Host};
use crosspoint_nvme::sysfs::Controller;
use crosspoint_wire as wire;

use super::known::Drives;
use crate::guard::identity::identity;
use crate::guard::in_use::Occupancy;
use crate::runtime::locked::locked;

impl Drives {
    /// Whether an array came, went or is no longer what it was since the last call. Then what was seen on it is looked at again:
    /// another one may have its name.
    pub fn volumes_changed(&self) -> bool {
        let now = self.arrays().unwrap_or_default();
        let mut seen = locked(&self.arrays_seen);
        let has_changed = *seen != now;
        if has_changed {
            for array in seen.iter().chain(&now) {
                self.in_use.forget_content(&array.device.name);
            }
        }
        *seen = now;
        has_changed
    }

    /// Every array as the wire has it.
    pub async fn volumes(&self) -> Vec<wire::Volume> {
        let arrays = self.arrays().unwrap_or_else(|error| {
            tracing::warn!(%error, "the md arrays of this host cannot be read");
            Vec::new()
        });
        let controllers = self.sysfs.controllers();
        let mut volumes = Vec::new();
        for array in &arrays {
            let occupancy = self.in_use.occupancy(&array.device.name).await;
            volumes.push(observation(self.in_use.host(), array, &controllers, occupancy));
        }
        for index in 0..volumes.len() {
            if has_twin(&volumes, index) {
                volumes[index].unusable = Some("another array of this host has the same UUID".to_owned());
            }
        }
        volumes
    }

    pub(super) fn arrays(&self) -> io::Result<Vec<Array>> {
        self.in_use.host().arrays()
    }
}

/// An array with those members that are drives, and why nothing may run on it, if so.
fn observation(host: &Host, array: &Array, controllers: &[Controller], occupancy: Occupancy) -> wire::Volume {
    let found: Vec<Result<wire::ObservedMember, String>> = array
        .members
        .iter()
        .map(|member| member_on(host, member, controllers))
        .collect();
    let strange: Vec<String> = found.iter().filter_map(|member| member.clone().err()).collect();
    let strange = (!strange.is_empty()).then(|| strange.join("; "));
    let no_uuid = || "the kernel does not tell its UUID, by which it would be found again".to_owned();
    let unusable = array
        .unfit()
        .or(strange)
        .or_else(|| array.uuid.is_none().then(no_uuid));
    wire::Volume {
        chunk_bytes: array.chunk_bytes,
        in_use: occupancy.reasons,
        level: array.level.clone(),
        logical_block_bytes: array.device.logical_block_bytes().map(Into::into),
        members: found.into_iter().flatten().collect(),
        name: array.device.name.clone(),
        size_bytes: array.device.size_bytes().unwrap_or_default().to_string(),
        state: match array.state {
            ArrayState::Clean => wire::VolumeState::Clean,
            ArrayState::Degraded => wire::VolumeState::Degraded,
            ArrayState::Resyncing => wire::VolumeState::Resyncing,
            ArrayState::Inactive => wire::VolumeState::Inactive,
        },
        unusable,
        uuid: array.uuid.clone(),
    }
}

/// The drive of a member, if exactly one of this host has it.
pub(super) fn member_on(
    host: &Host,
    member: &ArrayMember,
    controllers: &[Controller],
) -> Result<wire::ObservedMember, String> {
    let path = member.device.path();
    let disk = host.disk(&member.device).map_err(|error| error.to_string())?;
    let mut ways = controllers.iter().flat_map(|controller| {
        let namespaces = controller.namespaces.iter();
        namespaces
            .filter(|namespace| namespace.block_name == disk.name)
            .map(move |namespace| (controller, namespace))
    });
    let Some((controller, namespace)) = ways.next() else {
        return Err(format!("its member {path} is no NVMe drive of this host"));
    };
    let drive = identity(controller);
    let twins = controllers.iter().filter(|twin| identity(twin) == drive).count();
    if ways.next().is_some() || twins > 1 {
        return Err(format!(
            "its member {path} can be reached through several controllers of this host, or two drives have its serial"
        ));
    }
    let number = member.device.attribute("partition");
    let partition = match number.filter(|_| member.device.is_partition()) {
        None if member.device.is_partition() => {
            return Err(format!("its member {path} is a partition without a number"));
        }
        None => None,
        Some(number) => Some(
            number
                .parse()
                .map_err(|_| format!("its member {path} is partition \"{number}\""))?,
        ),
    };
    Ok(wire::ObservedMember {
        drive,
        nsid: namespace.nsid,
        partition,
        path,
        state: member.state.clone(),
    })
}

fn has_twin(volumes: &[wire::Volume], index: usize) -> bool {
    let uuid = &volumes[index].uuid;
    uuid.is_some() && volumes.iter().filter(|volume| volume.uuid == *uuid).count() > 1
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::FileExt;
    use std::sync::Arc;

    use crosspoint_nvme::cli::InstalledNvmeCli;
    use crosspoint_nvme::sysfs::Sysfs;
    use crosspoint_nvme_replay::{HostShape, Machine};

    use super::*;
    use crate::guard::in_use::InUse;

    /// Two drives, `nvme0` and `nvme1`, as the serials `S0` and `S1`.
    fn host(directory: &std::path::Path) -> (Machine, Drives) {
        let machine = Machine::create(directory, &HostShape::default()).unwrap();
        for serial in ["S0", "S1"] {
            let changes = format!("[controller]\nserial = \"{serial}\"");
            machine.plug("p3700", &changes).unwrap();
        }
        let host = Host {
            sys: machine.sysfs(),
            ..Host::default()
        };
        let in_use = InUse::new(host, machine.dev());
        let cli = Arc::new(InstalledNvmeCli::new("/nowhere"));
        let drives = Drives::new(Sysfs::new(machine.sysfs()), cli, in_use);
        (machine, drives)
    }

    async fn only(drives: &Drives) -> wire::Volume {
        let mut volumes = drives.volumes().await;
        assert_eq!(volumes.len(), 1);
        volumes.remove(0)
    }

    #[tokio::test]
    async fn an_array_over_two_drives_is_told_with_who_they_are_and_is_not_in_use_by_itself() {
        let directory = tempfile::tempdir().unwrap();
        let (machine, drives) = host(directory.path());
        assert!(!drives.volumes_changed());
        machine.assemble("md0", "raid0", &["nvme0n1", "nvme1n1"]).unwrap();
        assert!(drives.volumes_changed());
        assert!(!drives.volumes_changed());
        let volume = only(&drives).await;
        let members: Vec<_> = volume
            .members
            .iter()
            .map(|member| {
                (
                    member.drive.serial.as_str(),
                    member.nsid,
                    member.partition,
                    member.path.as_str(),
                )
            })
            .collect();
        assert_eq!(
            members,
            [("S0", 1, None, "/dev/nvme0n1"), ("S1", 1, None, "/dev/nvme1n1")]
        );
        assert_eq!(
            (
                volume.uuid.as_deref(),
                volume.level.as_str(),
                volume.chunk_bytes,
                volume.state
            ),
            (
                Some("uuid-of-md0"),
                "raid0",
                Some(524_288),
                wire::VolumeState::Clean
            )
        );
        assert_eq!((volume.unusable, volume.in_use), (None, vec![]));
        // A member alone stays in use.
        let alone = drives.reasons_not_to_write("nvme0n1").await.concat();
        assert!(alone.contains("/dev/nvme0n1 is part of /dev/md0"), "{alone}");
    }

    #[tokio::test]
    async fn an_array_under_the_name_of_another_is_looked_at_anew() {
        let directory = tempfile::tempdir().unwrap();
        let (machine, drives) = host(directory.path());
        machine.assemble("md0", "raid0", &["nvme0n1", "nvme1n1"]).unwrap();
        assert!(drives.volumes_changed());
        let node = std::fs::File::options()
            .write(true)
            .open(machine.dev().join("md0"));
        let node = node.unwrap();
        node.write_all_at(b"XFSB", 0).unwrap();
        assert_eq!(only(&drives).await.in_use.len(), 1);
        node.write_all_at(&[0; 4], 0).unwrap();
        machine.say_of_array("md0", "uuid", "of-another").unwrap();
        assert!(drives.volumes_changed());
        assert_eq!(only(&drives).await.in_use, [] as [String; 0]);
    }

    #[tokio::test]
    async fn an_array_that_nothing_can_be_measured_on_says_why() {
        for (file, text, reason) in [
            ("degraded", "1", "/dev/md0 is degraded"),
            ("sync_action", "resync", "being resynchronized"),
            ("array_state", "inactive", "not active"),
            ("level", "container", "no volume of a known level"),
            ("uuid", "", "does not tell its UUID"),
        ] {
            let directory = tempfile::tempdir().unwrap();
            let (machine, drives) = host(directory.path());
            machine.assemble("md0", "raid1", &["nvme0n1", "nvme1n1"]).unwrap();
            assert_eq!(only(&drives).await.unusable, None);
            machine.say_of_array("md0", file, text).unwrap();
            let found = only(&drives).await.unusable.unwrap_or_default();
            assert!(found.contains(reason), "{file}: {found}");
        }
    }

    #[tokio::test]
    async fn a_member_that_is_no_drive_of_this_host_or_not_one_alone_is_a_reason() {
        let directory = tempfile::tempdir().unwrap();
        let (machine, drives) = host(directory.path());
        machine.assemble("md7", "raid0", &["nvme1n1"]).unwrap();
        machine.assemble("md0", "raid0", &["nvme0n1", "md7"]).unwrap();
        let volumes = drives.volumes().await;
        let reason = volumes[0].unusable.clone().unwrap_or_default();
        assert!(
            reason.contains("/dev/md7 is no NVMe drive of this host"),
            "{reason}"
        );
        assert_eq!(volumes[0].members.len(), 1);
        // The array below is held by the one above.
        assert!(
            volumes[1]
                .in_use
                .concat()
                .contains("/dev/md7 is part of /dev/md0")
        );
        machine.plug("p3700", "[controller]\nserial = \"S0\"").unwrap();
        let reason = drives.volumes().await[0].unusable.clone().unwrap_or_default();
        assert!(
            reason.contains("/dev/nvme0n1 can be reached through several"),
            "{reason}"
        );
    }
}
