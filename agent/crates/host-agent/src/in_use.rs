//! What speaks against writing to a namespace, by the rules of `uring-bench`, which checks them again before it writes.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crosspoint_bench::guard::signature::Content;
use crosspoint_bench::guard::{contents_of_device, uses_of_device};
use crosspoint_bench::host::Host;

/// Reading the signatures takes milliseconds; a drive that hangs would take for ever.
const LOOK_LIMIT: Duration = Duration::from_secs(5);

/// Looks at namespaces without ever waiting long for one.
#[derive(Clone)]
pub struct InUse {
    host: Host,
    /// Where device nodes are; `/dev` but for tests.
    dev: PathBuf,
    /// Namespaces that a thread is still looking at; a hanging one must not collect threads.
    looking: Arc<Mutex<BTreeSet<String>>>,
}

impl InUse {
    /// Looks through this host's sysfs and procfs, and at the devices themselves.
    #[must_use]
    pub fn new(host: Host, dev: PathBuf) -> Self {
        Self {
            host,
            dev,
            looking: Arc::default(),
        }
    }

    /// One sentence per reason; empty if nothing speaks against it. What cannot be found out is a reason.
    pub async fn reasons(&self, block_name: &str) -> Vec<String> {
        if !self
            .looking
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(block_name.to_owned())
        {
            return vec![does_not_answer()];
        }
        let (this, name) = (self.clone(), block_name.to_owned());
        let look = tokio::task::spawn_blocking(move || {
            let reasons = look(&this.host, &this.device_path(&name), &name);
            this.looking
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .remove(&name);
            reasons
        });
        match tokio::time::timeout(LOOK_LIMIT, look).await {
            Ok(Ok(reasons)) => reasons,
            _ => vec![does_not_answer()],
        }
    }

    /// The node of a block device.
    #[must_use]
    pub fn device_path(&self, block_name: &str) -> PathBuf {
        self.dev.join(block_name)
    }

    /// Opens a block device for this process alone. The kernel refuses it while anything is mounted from it or stacked
    /// on it, also in other mount namespaces and by ZFS, and refuses to mount it as long as this is open.
    ///
    /// # Errors
    /// Why not, in words.
    pub async fn hold(&self, block_name: &str) -> Result<Exclusive, String> {
        let path = self.device_path(block_name);
        let open = tokio::task::spawn_blocking(move || {
            let mut options = OpenOptions::new();
            options.read(true).custom_flags(nix::fcntl::OFlag::O_EXCL.bits());
            options.open(path)
        });
        match tokio::time::timeout(LOOK_LIMIT, open).await {
            Ok(Ok(Ok(file))) => Ok(Exclusive { _file: file }),
            Ok(Ok(Err(error))) if error.kind() == std::io::ErrorKind::ResourceBusy => {
                Err("another program or file system has it open for itself".to_owned())
            }
            Ok(Ok(Err(error))) => Err(error.to_string()),
            _ => Err(does_not_answer()),
        }
    }
}

/// A block device that nobody else can mount, until this is dropped.
#[derive(Debug)]
pub struct Exclusive {
    _file: File,
}

fn does_not_answer() -> String {
    "it could not be found out what it holds: the drive does not answer".to_owned()
}

fn look(host: &Host, path: &Path, block_name: &str) -> Vec<String> {
    let unknown =
        |error: std::io::Error| vec![format!("it could not be found out whether it is in use: {error}")];
    let device = match host.device_named(block_name) {
        Ok(device) => device,
        Err(error) => return unknown(error),
    };
    let mut reasons = uses_of_device(host, &device);
    match DeviceContent::open(path, &device) {
        Ok(content) => reasons.extend(contents_of_device(host, &device, &content)),
        Err(error) => {
            return reasons
                .iter()
                .map(ToString::to_string)
                .chain(unknown(error))
                .collect();
        }
    }
    reasons.iter().map(ToString::to_string).collect()
}

struct DeviceContent {
    file: File,
    size_bytes: u64,
}

impl DeviceContent {
    fn open(path: &Path, device: &crosspoint_bench::host::BlockDevice) -> std::io::Result<Self> {
        let sectors: Option<u64> = device.attribute("size").and_then(|text| text.parse().ok());
        let size_bytes = sectors.and_then(|sectors| sectors.checked_mul(512));
        let size_bytes = size_bytes.ok_or_else(|| std::io::Error::other("sysfs does not say its size"))?;
        let named =
            |error: std::io::Error| std::io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        Ok(Self {
            file: File::open(path).map_err(named)?,
            size_bytes,
        })
    }
}

impl Content for DeviceContent {
    fn size_bytes(&self) -> u64 {
        self.size_bytes
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> std::io::Result<()> {
        self.file.read_exact_at(buffer, offset)
    }
}
