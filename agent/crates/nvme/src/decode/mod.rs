//! Decoders of what nvme-cli prints with `--raw-binary`, by the NVM Express Base Specification 2.0. The JSON and text
//! output of nvme-cli changes between its versions; the data structures of the specification do not.
//!
//! Every decoder takes any bytes and never panics: a short buffer is [`Malformed`].

mod capabilities;
mod controller;
mod error_log;
mod feature;
mod firmware;
mod list;
pub mod media;
mod namespace;
mod progress;
mod self_test;
mod smart;
mod supported;
pub mod vendor;

pub use capabilities::{Capabilities, Sanitize, ThermalRange};
pub use controller::{IdentifyController, PowerState};
pub use error_log::{ERROR_LOG_ENTRY_BYTES, ErrorLogEntry};
pub use feature::current_feature_value;
pub use firmware::{FIRMWARE_LOG_BYTES, FirmwareSlots};
pub use list::IdentifierList;
pub use namespace::{IdentifyNamespace, LbaFormat};
pub use progress::SanitizeStatus;
pub use self_test::{SELF_TEST_LOG_BYTES, SelfTestLog, SelfTestResult};
pub use smart::{SmartLog, ThermalManagement};
pub use supported::{SUPPORTED_LOG_BYTES, Supported};

/// Every data structure of Identify is as long as this.
pub const IDENTIFY_BYTES: usize = 4096;

/// The bytes are not the data structure that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{structure}: {reason}")]
pub struct Malformed {
    /// The data structure, in the specification's words.
    pub structure: &'static str,
    /// What is wrong with it.
    pub reason: String,
}

/// A data structure of known length; fields are read at the specification's offsets, little endian.
struct Structure<'a, const LENGTH: usize>(&'a [u8; LENGTH]);

impl<'a, const LENGTH: usize> Structure<'a, LENGTH> {
    /// Takes the first `LENGTH` bytes; fewer are an error.
    fn new(structure: &'static str, bytes: &'a [u8]) -> Result<Self, Malformed> {
        bytes.first_chunk().map(Self).ok_or_else(|| Malformed {
            structure,
            reason: format!("{} bytes where the specification has {LENGTH}", bytes.len()),
        })
    }

    fn bytes<const COUNT: usize>(&self, offset: usize) -> [u8; COUNT] {
        let mut field = [0; COUNT];
        field.copy_from_slice(&self.0[offset..offset + COUNT]);
        field
    }

    fn u8(&self, offset: usize) -> u8 {
        self.0[offset]
    }

    fn u16(&self, offset: usize) -> u16 {
        u16::from_le_bytes(self.bytes(offset))
    }

    fn u32(&self, offset: usize) -> u32 {
        u32::from_le_bytes(self.bytes(offset))
    }

    fn u64(&self, offset: usize) -> u64 {
        u64::from_le_bytes(self.bytes(offset))
    }

    fn u128(&self, offset: usize) -> u128 {
        u128::from_le_bytes(self.bytes(offset))
    }

    /// An ASCII field: ends at the first NUL, padding spaces removed, anything unprintable replaced by `?`.
    fn text(&self, offset: usize, length: usize) -> String {
        let field = &self.0[offset..offset + length];
        let end = field.iter().position(|byte| *byte == 0).unwrap_or(length);
        let printable = |byte: &u8| {
            if matches!(byte, 0x20..=0x7e) {
                char::from(*byte)
            } else {
                '?'
            }
        };
        field[..end]
            .iter()
            .map(printable)
            .collect::<String>()
            .trim()
            .to_owned()
    }

    /// An identifier as lower-case hexadecimal; absent where it is all zero, which means "not assigned".
    fn identifier(&self, offset: usize, length: usize) -> Option<String> {
        use std::fmt::Write;
        let field = &self.0[offset..offset + length];
        let assigned = field.iter().any(|byte| *byte != 0);
        assigned.then(|| {
            field.iter().fold(String::new(), |mut text, byte| {
                write!(text, "{byte:02x}").expect("writing to a String cannot fail");
                text
            })
        })
    }
}
