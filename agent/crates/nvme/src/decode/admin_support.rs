//! Which of the commands that act on a drive it has, from Identify Controller.

use super::{Malformed, Structure};

/// OACS, FNA, SANICAP and EDSTT of Identify Controller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AdminSupport {
    /// OACS bit 1: Format NVM.
    pub format: bool,
    /// OACS bit 4: Device Self-test.
    pub self_test: bool,
    /// EDSTT: nominal minutes of the extended self-test; 0 where the drive does not say.
    pub extended_self_test_minutes: u16,
    /// FNA bit 0: a format changes all namespaces.
    pub formats_all_namespaces: bool,
    /// FNA bit 1: a secure erase during a format erases all namespaces.
    pub erases_all_namespaces: bool,
    /// FNA bit 2: a format can erase cryptographically.
    pub cryptographic_erase: bool,
    /// SANICAP bit 1.
    pub sanitize_block_erase: bool,
    /// SANICAP bit 2.
    pub sanitize_overwrite: bool,
    /// SANICAP bit 0.
    pub sanitize_crypto_erase: bool,
}

impl AdminSupport {
    /// Decodes the 4096 bytes of `nvme id-ctrl -o binary`.
    ///
    /// # Errors
    /// [`Malformed`] if they are fewer.
    pub fn decode(bytes: &[u8]) -> Result<Self, Malformed> {
        let data = Structure::<4096>::new("Identify Controller", bytes)?;
        let (commands, format, sanitize) = (data.u16(256), data.u8(524), data.u32(328));
        Ok(Self {
            format: commands & 1 << 1 != 0,
            self_test: commands & 1 << 4 != 0,
            extended_self_test_minutes: data.u16(316),
            formats_all_namespaces: format & 1 != 0,
            erases_all_namespaces: format & 1 << 1 != 0,
            cryptographic_erase: format & 1 << 2 != 0,
            sanitize_crypto_erase: sanitize & 1 != 0,
            sanitize_block_erase: sanitize & 1 << 1 != 0,
            sanitize_overwrite: sanitize & 1 << 2 != 0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_every_bit_at_its_place() {
        let nothing = AdminSupport::decode(&[0; 4096]).unwrap();
        assert!(!nothing.format && !nothing.self_test && !nothing.sanitize_block_erase);
        let with = |offset: usize, value: u8| {
            let mut data = [0; 4096];
            data[offset] = value;
            AdminSupport::decode(&data).unwrap()
        };
        assert_eq!(
            with(256, 0b0000_0010),
            AdminSupport {
                format: true,
                ..nothing
            }
        );
        assert_eq!(
            with(256, 0b0001_0000),
            AdminSupport {
                self_test: true,
                ..nothing
            }
        );
        assert_eq!(
            with(316, 30),
            AdminSupport {
                extended_self_test_minutes: 30,
                ..nothing
            }
        );
        assert_eq!(
            with(328, 1),
            AdminSupport {
                sanitize_crypto_erase: true,
                ..nothing
            }
        );
        assert_eq!(
            with(328, 2),
            AdminSupport {
                sanitize_block_erase: true,
                ..nothing
            }
        );
        assert_eq!(
            with(328, 4),
            AdminSupport {
                sanitize_overwrite: true,
                ..nothing
            }
        );
        assert_eq!(
            with(524, 1),
            AdminSupport {
                formats_all_namespaces: true,
                ..nothing
            }
        );
        assert_eq!(
            with(524, 2),
            AdminSupport {
                erases_all_namespaces: true,
                ..nothing
            }
        );
        assert_eq!(
            with(524, 4),
            AdminSupport {
                cryptographic_erase: true,
                ..nothing
            }
        );
        assert!(AdminSupport::decode(&[0; 4095]).is_err());
    }
}
