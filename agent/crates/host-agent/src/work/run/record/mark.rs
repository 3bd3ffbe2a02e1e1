//! What a namespace is known by beside its drive's serial and its number.

use std::fmt;

use crosspoint_nvme::decode::IdentifyNamespace;
use serde::{Deserialize, Serialize};

/// Identify Namespace, as far as a run depends on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::work::run) struct NamespaceMark {
    size_blocks: u64,
    block_bytes: u64,
    metadata_bytes: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nguid: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    eui64: Option<String>,
}

impl NamespaceMark {
    pub fn of(identified: &IdentifyNamespace) -> Option<Self> {
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
