//! What a namespace is known by beside its drive's serial and its number: while the agent is away, someone may delete it and
//! create another under the same number, or format it to other blocks.

use std::fmt;

use crosspoint_nvme::decode::IdentifyNamespace;
use serde::{Deserialize, Serialize};

use super::prepared::Prepared;
use super::runs::Runs;

/// Identify Namespace, as far as a run depends on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct NamespaceMark {
    size_blocks: u64,
    block_bytes: u64,
    metadata_bytes: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nguid: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    eui64: Option<String>,
}

impl NamespaceMark {
    fn of(identified: &IdentifyNamespace) -> Option<Self> {
        let format = identified.format_in_use()?;
        Some(Self {
            size_blocks: identified.size_blocks,
            block_bytes: format.data_bytes,
            metadata_bytes: format.metadata_bytes,
            nguid: identified.nguid.clone(),
            eui64: identified.eui64.clone(),
        })
    }
}

impl fmt::Display for NamespaceMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unassigned = "not assigned";
        write!(
            f,
            "{} blocks of {} B with {} B of metadata, NGUID {}, EUI64 {}",
            self.size_blocks,
            self.block_bytes,
            self.metadata_bytes,
            self.nguid.as_deref().unwrap_or(unassigned),
            self.eui64.as_deref().unwrap_or(unassigned)
        )
    }
}

impl Runs {
    /// What the namespace of a run is known by now; `None` for a file.
    ///
    /// # Errors
    /// Why the drive does not say, for a person.
    pub(super) async fn mark(&self, prepared: &Prepared) -> Result<Option<NamespaceMark>, String> {
        let Some(target) = &prepared.drive else {
            return Ok(None);
        };
        let control = self.drives.find_drive(&target.drive)?.control;
        let identified = control.identify_namespace(target.nsid).await;
        let identified = identified.map_err(|error| error.to_string())?;
        Ok(NamespaceMark::of(&identified))
    }

    /// Refuses to go on with a namespace that is not the one with which the run began.
    ///
    /// # Errors
    /// What differs, for a person.
    pub(super) async fn require_same(
        &self,
        prepared: &Prepared,
        before: Option<&NamespaceMark>,
    ) -> Result<(), String> {
        let Some(before) = before else {
            return Ok(());
        };
        let now = self.mark(prepared).await.map_err(|reason| {
            format!("it could not be determined whether the namespace is still the same: {reason}")
        })?;
        match now {
            Some(now) if now == *before => Ok(()),
            Some(now) => Err(format!(
                "the namespace is not the one with which the run began: it had {before}, and has {now}"
            )),
            None => Err("the drive no longer says what its namespace is".to_owned()),
        }
    }
}
