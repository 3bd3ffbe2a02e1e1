//! How far a sanitize came: Sanitize Status (log page 81h).

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
}
