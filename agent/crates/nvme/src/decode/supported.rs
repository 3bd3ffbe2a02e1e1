//! Which logs and features there are: Supported Log Pages (log page 00h, LSUPP) and Feature Identifiers Supported and
//! Effects (log page 12h, FSUPP). Both have four bytes for each identifier, and the flag in bit 0 of them.

use super::{Malformed, Structure};

/// Bytes of either log.
pub const SUPPORTED_LOG_BYTES: usize = 1024;

/// Identifiers that are supported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Supported([bool; 256]);

impl Supported {
    /// Decodes the 1024 bytes of either log.
    ///
    /// # Errors
    /// [`Malformed`] if they are fewer.
    pub fn decode(bytes: &[u8]) -> Result<Self, Malformed> {
        let data = Structure::<SUPPORTED_LOG_BYTES>::new("Supported Log Pages or Features", bytes)?;
        Ok(Self(std::array::from_fn(|identifier| {
            data.u8(identifier * 4) & 1 == 1
        })))
    }

    /// Whether this one is.
    #[must_use]
    pub fn has(&self, identifier: u8) -> bool {
        self.0[usize::from(identifier)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_flag_of_each_identifier() {
        let mut data = vec![0; SUPPORTED_LOG_BYTES];
        data[0xc0 * 4] = 1;
        data[0x23 * 4] = 0b10;
        let supported = Supported::decode(&data).unwrap();
        assert_eq!(
            (supported.has(0xc0), supported.has(0x23), supported.has(0)),
            (true, false, false)
        );
    }
}
