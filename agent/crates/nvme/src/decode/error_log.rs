//! Error Information (log page 01h), figure "Error Information Log Entry Data Structure".

use super::{Malformed, Structure};

/// Bytes of an entry.
pub const ERROR_LOG_ENTRY_BYTES: usize = 64;

/// One error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErrorLogEntry {
    /// Counts up over the controller's life; identifies the error.
    pub error_count: u64,
    /// Absent where the error is not of a queue (FFFFh).
    pub submission_queue: Option<u16>,
    /// Absent where the error is not of a command (FFFFh).
    pub command_id: Option<u16>,
    /// Status field without the phase tag: code in bits 7:0, code type in 10:8.
    pub status: u16,
    /// First logical block with the error, where that applies.
    pub lba: u64,
    /// Namespace; 0 where none.
    pub nsid: u32,
}

impl ErrorLogEntry {
    /// Decodes the log, the newest entry first; entries of error count 0 are empty.
    ///
    /// # Errors
    /// [`Malformed`] if the bytes are not whole entries.
    pub fn decode_all(bytes: &[u8]) -> Result<Vec<Self>, Malformed> {
        let structure = "Error Information";
        let (entries, rest) = bytes.as_chunks::<ERROR_LOG_ENTRY_BYTES>();
        if bytes.is_empty() || !rest.is_empty() {
            let reason = format!("{} bytes are not whole entries of 64", bytes.len());
            return Err(Malformed { structure, reason });
        }
        let entries = entries.iter().map(|entry| Self::read(&Structure(entry)));
        let mut entries: Vec<Self> = entries.filter(|entry| entry.error_count != 0).collect();
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.error_count));
        Ok(entries)
    }

    fn read(data: &Structure<'_, ERROR_LOG_ENTRY_BYTES>) -> Self {
        let of_a_command = |value: u16| (value != 0xffff).then_some(value);
        Self {
            error_count: data.u64(0),
            submission_queue: of_a_command(data.u16(8)),
            command_id: of_a_command(data.u16(10)),
            status: data.u16(12) >> 1,
            lba: data.u64(16),
            nsid: data.u32(24),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_entries_newest_first_and_leaves_empty_ones_out() {
        let mut data = vec![0; 3 * ERROR_LOG_ENTRY_BYTES];
        data[0..16].copy_from_slice(&[4, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0x04, 0x80, 0, 0]);
        data[128..142].copy_from_slice(&[5, 0, 0, 0, 0, 0, 0, 1, 3, 0, 0x75, 0, 0x03, 0x05]);
        data[144..152].copy_from_slice(&987_654_321u64.to_le_bytes());
        data[152] = 1;
        let expected = [
            ErrorLogEntry {
                // 5 and 1 << 56; status 0503h without its phase tag is 0281h.
                error_count: 72_057_594_037_927_941,
                submission_queue: Some(3),
                command_id: Some(0x75),
                status: 0x281,
                lba: 987_654_321,
                nsid: 1,
            },
            ErrorLogEntry {
                error_count: 4,
                submission_queue: None,
                command_id: None,
                status: 0x4002,
                lba: 0,
                nsid: 0,
            },
        ];
        assert_eq!(ErrorLogEntry::decode_all(&data).unwrap(), expected);
    }

    #[test]
    fn refuses_half_an_entry_and_nothing() {
        assert!(ErrorLogEntry::decode_all(&[0; 65]).is_err());
        assert!(ErrorLogEntry::decode_all(&[]).is_err());
    }
}
