//! What the kernel serves to other hosts, by its configuration in configfs: the NVMe target (nvmet) and the SCSI target
//! (LIO). Neither claims a device that it serves as a file or opens without a holder.

use super::Reason;
use crate::host::{BlockDevice, Host, stated};
use std::collections::BTreeSet;
use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Entries of a directory of configfs that are looked at; more is an error.
const ENTRIES_MAX: usize = 10_000;

/// Something that is served.
struct Export {
    /// What it is made of: a device node, a file, or for nvmet's passthrough a controller.
    path: PathBuf,
    name: String,
    is_controller: bool,
    /// The kernel opened what the path led to: if it leads nowhere now, it cannot be told what that was. LIO only keeps a note
    /// of its configuring program's.
    must_lead_somewhere: bool,
}

/// Those of `relatives` that are exported.
pub(super) fn of_devices(host: &Host, relatives: &BTreeSet<BlockDevice>) -> io::Result<Vec<Reason>> {
    let mut reasons = Vec::new();
    for export in active(host)? {
        let number = host.number_at(&export.path);
        if number.is_none() && export.must_lead_somewhere {
            fs::metadata(&export.path).map_err(|error| {
                let Export { path, name, .. } = &export;
                let cause = format!("{name} serves {}: {error}", path.display());
                io::Error::new(error.kind(), cause)
            })?;
        }
        let is_meant = |device: &&BlockDevice| match export.is_controller {
            true => is_controller_of(&export.path, device),
            false => Some(device.number) == number,
        };
        reasons.extend(relatives.iter().filter(is_meant).map(|device| Reason::Exported {
            device: device.path(),
            export: export.name.clone(),
        }));
    }
    Ok(reasons)
}

/// Whether the file with this `metadata` is exported.
pub(super) fn of_file(host: &Host, name: &str, metadata: &Metadata) -> io::Result<Vec<Reason>> {
    let is_it = |export: &Export| {
        fs::metadata(&export.path)
            .is_ok_and(|other| (other.dev(), other.ino()) == (metadata.dev(), metadata.ino()))
    };
    let exports = active(host)?.into_iter().filter(is_it);
    Ok(exports
        .map(|export| Reason::Exported {
            device: name.to_owned(),
            export: export.name,
        })
        .collect())
}

/// With native multipath a namespace's parent is the subsystem, which links to its controllers.
fn is_controller_of(path: &Path, device: &BlockDevice) -> bool {
    let (Some(controller), Ok(parent)) = (path.file_name(), device.directory.join("device").canonicalize())
    else {
        return false;
    };
    parent.file_name() == Some(controller) || parent.join(controller).exists()
}

fn active(host: &Host) -> io::Result<Vec<Export>> {
    let config = host.sys.join("kernel/config");
    let mut exports = Vec::new();
    for subsystem in entries(&config.join("nvmet/subsystems"))? {
        let nqn = name_of(&subsystem);
        for namespace in entries(&subsystem.join("namespaces"))? {
            let name = format!(
                "the NVMe target (subsystem {nqn}, namespace {})",
                name_of(&namespace)
            );
            exports.extend(export(&namespace, "device_path", name)?.map(|export| Export {
                must_lead_somewhere: true,
                ..export
            }));
        }
        let name = format!("the NVMe target as a whole (subsystem {nqn}, passthrough)");
        exports.extend(
            export(&subsystem.join("passthru"), "device_path", name)?.map(|export| Export {
                is_controller: true,
                ..export
            }),
        );
    }
    for adapter in entries(&config.join("target/core"))? {
        for store in entries(&adapter)? {
            let name = format!("the SCSI target (LIO, {}/{})", name_of(&adapter), name_of(&store));
            exports.extend(export(&store, "udev_path", name)?);
        }
    }
    Ok(exports)
}

/// What is switched off has not opened anything.
fn export(directory: &Path, path: &str, name: String) -> io::Result<Option<Export>> {
    let Some(path) = stated(&directory.join(path))? else {
        return Ok(None);
    };
    let is_off = stated(&directory.join("enable"))?.as_deref() == Some("0");
    Ok((!is_off).then(|| Export {
        path: path.into(),
        name,
        is_controller: false,
        must_lead_somewhere: false,
    }))
}

/// The directories in `directory`; none if it is not there.
fn entries(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let found = match fs::read_dir(directory) {
        Ok(found) => found,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut entries = Vec::new();
    for entry in found {
        let path = entry?.path();
        if path.is_dir() {
            entries.push(path);
        }
        if entries.len() > ENTRIES_MAX {
            let cause = format!("{} has more than {ENTRIES_MAX} entries", directory.display());
            return Err(io::Error::other(cause));
        }
    }
    entries.sort();
    Ok(entries)
}

fn name_of(path: &Path) -> String {
    path.file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
}
