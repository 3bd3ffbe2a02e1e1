//! What speaks against writing to a namespace, by the rules of `uring-bench`, which checks them again before it writes.

use std::collections::BTreeSet;
use std::fs::File;
use std::os::unix::fs::FileExt;
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
    /// Namespaces that a thread is still looking at; a hanging one must not collect threads.
    looking: Arc<Mutex<BTreeSet<String>>>,
}

impl InUse {
    /// Looks through this host's sysfs and procfs.
    #[must_use]
    pub fn new(host: Host) -> Self {
        Self {
            host,
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
            let reasons = look(&this.host, &name);
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
}

fn does_not_answer() -> String {
    "it could not be found out what it holds: the drive does not answer".to_owned()
}

fn look(host: &Host, block_name: &str) -> Vec<String> {
    let unknown =
        |error: std::io::Error| vec![format!("it could not be found out whether it is in use: {error}")];
    let device = match host.device_named(block_name) {
        Ok(device) => device,
        Err(error) => return unknown(error),
    };
    let mut reasons = uses_of_device(host, &device);
    match DeviceContent::open(&device.path(), &device) {
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
    fn open(path: &str, device: &crosspoint_bench::host::BlockDevice) -> std::io::Result<Self> {
        let sectors: Option<u64> = device.attribute("size").and_then(|text| text.parse().ok());
        let size_bytes = sectors.and_then(|sectors| sectors.checked_mul(512));
        let size_bytes = size_bytes.ok_or_else(|| std::io::Error::other("sysfs does not say its size"))?;
        let named = |error: std::io::Error| std::io::Error::new(error.kind(), format!("{path}: {error}"));
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
