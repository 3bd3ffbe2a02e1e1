//! What a drive can be asked to do, in the specification's fields.

/// What a Device Self-test command asks for (STC).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SelfTest {
    /// Minutes.
    Short,
    /// As long as EDSTT says.
    Extended,
    /// Ends the one that is running.
    Abort,
}

/// Secure Erase Settings of Format NVM.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SecureErase {
    /// The old data becomes unreadable as a by-product only.
    None,
    /// All user data is erased.
    UserData,
    /// The encryption key is deleted.
    Cryptographic,
}

/// How often an overwrite goes over the medium: 1 to 16 times.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OverwritePasses(u8);

impl OverwritePasses {
    /// Once.
    pub const ONE: Self = Self(1);
    const MAX: u8 = 16;

    /// So many; `None` for a number that a drive cannot be given.
    #[must_use]
    pub fn new(passes: u8) -> Option<Self> {
        (1..=Self::MAX).contains(&passes).then_some(Self(passes))
    }

    /// The number.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// The field has four bits, in which 0 stands for 16. So it is never left out: the default of nvme-cli is 0.
    pub(super) fn owpass(self) -> u8 {
        self.0 % Self::MAX
    }
}

/// Sanitize Action of Sanitize.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SanitizeMethod {
    /// Erases the blocks of the medium.
    BlockErase,
    /// Overwrites the medium with a pattern.
    Overwrite(OverwritePasses),
    /// Changes the encryption key.
    CryptoErase,
}
