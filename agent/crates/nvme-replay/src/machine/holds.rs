//! Moments at which a call of `nvme` waits for a test.

use std::fs;
use std::path::PathBuf;

use super::Machine;
use crate::error::ReplayError;

impl Machine {
    /// Makes every `nvme` wait at a place (`before-format`, `after-format`, `before-get-log-0x06`,
    /// `before-identify-0x00`) until [`Self::let_go`], so that a test can do something at exactly that moment. Ends with the machine's directory too.
    ///
    /// # Errors
    /// [`ReplayError::Io`].
    pub fn hold(&self, place: &str) -> Result<(), ReplayError> {
        self.hold_after(place, 0)
    }

    /// The same, after so many have passed.
    ///
    /// # Errors
    /// [`ReplayError::Io`].
    pub fn hold_after(&self, place: &str, passing: u32) -> Result<(), ReplayError> {
        let path = self.hold_path(place);
        fs::write(&path, passing.to_string()).map_err(|source| self.io(&path, source))
    }

    /// Ends [`Self::hold`].
    ///
    /// # Errors
    /// [`ReplayError::Io`].
    pub fn let_go(&self, place: &str) -> Result<(), ReplayError> {
        let path = self.hold_path(place);
        fs::remove_file(&path).map_err(|source| self.io(&path, source))
    }

    /// Whether an `nvme` waits at a place.
    #[must_use]
    pub fn is_held(&self, place: &str) -> bool {
        self.hold_path(place).with_extension("reached").exists()
    }

    fn hold_path(&self, place: &str) -> PathBuf {
        self.root.join(format!("hold-{place}"))
    }

    pub(super) fn wait_at(&self, place: &str) {
        let path = self.hold_path(place);
        let passing = fs::read_to_string(&path).ok().and_then(|text| text.parse().ok());
        if let Some(passing @ 1u32..) = passing {
            // The test that waits for the last one would see it missing.
            let _ = fs::write(&path, (passing - 1).to_string());
            return;
        }
        while path.exists() {
            // Who waits for it looks at this file.
            let _ = fs::write(path.with_extension("reached"), "");
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
    }
}
