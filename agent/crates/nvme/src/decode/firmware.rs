//! Firmware Slot Information (log page 03h).

use super::{Malformed, Structure};

/// Bytes of the log.
pub const FIRMWARE_LOG_BYTES: usize = 512;
const SLOTS: u8 = 7;

/// Which firmware lies where, and which runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirmwareSlots {
    /// AFI bits 2:0; absent where the controller reports none (0).
    pub active_slot: Option<u8>,
    /// AFI bits 6:4: active after the next reset; absent where nothing will change.
    pub next_slot: Option<u8>,
    /// Slots that hold something, with the revision.
    pub revisions: Vec<(u8, String)>,
}

impl FirmwareSlots {
    /// Decodes the 512 bytes.
    ///
    /// # Errors
    /// [`Malformed`] if they are fewer.
    pub fn decode(bytes: &[u8]) -> Result<Self, Malformed> {
        let data = Structure::<FIRMWARE_LOG_BYTES>::new("Firmware Slot Information", bytes)?;
        let afi = data.u8(0);
        let slot = |number: u8| (number != 0).then_some(number);
        let revisions = (1..=SLOTS)
            .map(|number| (number, data.text(usize::from(number) * 8, 8)))
            .filter(|(_, revision)| !revision.is_empty());
        Ok(Self {
            active_slot: slot(afi & 0b111),
            next_slot: slot(afi >> 4 & 0b111),
            revisions: revisions.collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_the_active_and_the_next_slot() {
        let mut data = vec![0; FIRMWARE_LOG_BYTES];
        data[0] = 0x31;
        data[8..16].copy_from_slice(b"E2010325");
        data[24..32].copy_from_slice(b"E2010600");
        let expected = FirmwareSlots {
            active_slot: Some(1),
            next_slot: Some(3),
            revisions: vec![(1, "E2010325".into()), (3, "E2010600".into())],
        };
        assert_eq!(FirmwareSlots::decode(&data).unwrap(), expected);
        assert!(FirmwareSlots::decode(&data[1..]).is_err());
    }
}
