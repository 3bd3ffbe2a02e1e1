//! How far long work came: Sanitize Status (log page 81h) and the head of Device Self-test (log page 06h).

use super::{Malformed, Structure};

/// How a sanitize stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SanitizeStatus {
    /// The drive was never sanitized.
    Never,
    /// The last one ended well.
    Succeeded,
    /// One is running.
    InProgress {
        /// SPROG in whole percent.
        percent: u8,
    },
    /// The last one failed.
    Failed,
}

impl SanitizeStatus {
    /// Decodes the first bytes of log page 81h: SPROG, SSTAT.
    ///
    /// # Errors
    /// [`Malformed`] if they are fewer than 20, or the state is a reserved one.
    pub fn decode(bytes: &[u8]) -> Result<Self, Malformed> {
        let data = Structure::<20>::new("Sanitize Status", bytes)?;
        match data.u16(2) & 0b111 {
            0 => Ok(Self::Never),
            1 | 4 => Ok(Self::Succeeded),
            // SPROG counts in 1/65536.
            2 => Ok(Self::InProgress {
                percent: u8::try_from(u32::from(data.u16(0)) * 100 / 65_536).unwrap_or(100),
            }),
            3 => Ok(Self::Failed),
            other => Err(Malformed {
                structure: "Sanitize Status",
                reason: format!("SSTAT {other} is reserved"),
            }),
        }
    }
}

/// How a self-test stands, and how the newest of the earlier ones ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SelfTestStatus {
    /// Percent of the one that is running.
    pub running_percent: Option<u8>,
    /// Result code of the newest entry (0 is "without an error"); absent where there is none.
    pub newest_result: Option<u8>,
    /// Power-on hours of the newest entry.
    pub newest_power_on_hours: u64,
}

impl SelfTestStatus {
    /// How many bytes of log page 06h are needed: the head and its first entry.
    pub const LENGTH: usize = 32;

    /// Decodes the first bytes of log page 06h.
    ///
    /// # Errors
    /// [`Malformed`] if they are fewer than 32.
    pub fn decode(bytes: &[u8]) -> Result<Self, Malformed> {
        let data = Structure::<{ Self::LENGTH }>::new("Device Self-test", bytes)?;
        let result = data.u8(4) & 0xf;
        Ok(Self {
            running_percent: (data.u8(0) & 0xf != 0).then(|| (data.u8(1) & 0x7f).min(100)),
            // Fh marks an entry that was never used.
            newest_result: (result != 0xf).then_some(result),
            newest_power_on_hours: data.u64(8),
        })
    }

    /// The result in the words of the specification.
    #[must_use]
    pub fn result_words(result: u8) -> &'static str {
        match result {
            0x0 => "completed without error",
            0x1 => "aborted by a Device Self-test command",
            0x2 => "aborted by a controller level reset",
            0x3 => "aborted because a namespace was removed",
            0x4 => "aborted by a Format NVM command",
            0x5 => "ended by a fatal or unknown test error",
            0x6 => "completed, and a segment failed that is not known",
            0x7 => "completed, and one or more segments failed",
            0x8 => "aborted for an unknown reason",
            0x9 => "aborted by a sanitize operation",
            _ => "ended with a reserved result",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sanitize(progress: u16, status: u8) -> Result<SanitizeStatus, Malformed> {
        let mut log = [0; 512];
        log[..2].copy_from_slice(&progress.to_le_bytes());
        log[2] = status;
        SanitizeStatus::decode(&log)
    }

    #[test]
    fn reads_how_a_sanitize_stands() {
        assert_eq!(sanitize(0xffff, 0).unwrap(), SanitizeStatus::Never);
        assert_eq!(sanitize(0xffff, 1).unwrap(), SanitizeStatus::Succeeded);
        // 32768 / 65536 is a half; 65535 is not yet all.
        assert_eq!(
            sanitize(32_768, 2).unwrap(),
            SanitizeStatus::InProgress { percent: 50 }
        );
        assert_eq!(
            sanitize(65_535, 2).unwrap(),
            SanitizeStatus::InProgress { percent: 99 }
        );
        assert_eq!(sanitize(0xffff, 3).unwrap(), SanitizeStatus::Failed);
        assert_eq!(sanitize(0xffff, 4).unwrap(), SanitizeStatus::Succeeded);
        // Bit 8 is Global Data Erased, bits 7:3 the completed passes: neither is the state.
        assert_eq!(sanitize(0xffff, 0b0001_1001).unwrap(), SanitizeStatus::Succeeded);
        assert!(sanitize(0, 7).is_err());
        assert!(SanitizeStatus::decode(&[0; 19]).is_err());
    }

    #[test]
    fn reads_how_a_self_test_stands() {
        let mut log = [0; 564];
        log[4] = 0xf;
        let idle = SelfTestStatus::decode(&log).unwrap();
        assert_eq!((idle.running_percent, idle.newest_result), (None, None));
        log[0] = 2;
        log[1] = 37;
        log[4] = 0x27;
        log[8..16].copy_from_slice(&1234u64.to_le_bytes());
        let expected = SelfTestStatus {
            running_percent: Some(37),
            newest_result: Some(7),
            newest_power_on_hours: 1234,
        };
        assert_eq!(SelfTestStatus::decode(&log).unwrap(), expected);
        assert!(SelfTestStatus::decode(&log[..31]).is_err());
    }
}
