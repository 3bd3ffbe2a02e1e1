//! What befalls a drive within the history, if anything.

use crate::seed::Seed;
use crate::times::share;

/// What becomes of a drive, and from when on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fate {
    /// Nothing.
    Healthy,
    /// Media errors, more and more of them.
    MediaErrors {
        /// The first.
        from_ms: u64,
        /// So many a day at first.
        per_day: f64,
    },
    /// Spare blocks are used up, with media errors.
    SpareLoss {
        /// The first.
        from_ms: u64,
        /// Percent of spare that is lost a day.
        per_day: f64,
    },
    /// The controller does not answer any more.
    Stops {
        /// Since when.
        from_ms: u64,
    },
    /// The drive is gone from its host's inventory.
    Vanishes {
        /// Since when.
        from_ms: u64,
    },
    /// Its place in the machine gets too little air.
    Hot {
        /// Since when.
        from_ms: u64,
        /// Kelvin above what it would be.
        kelvin: f64,
    },
}

impl Fate {
    /// Of a drive whose history has these bounds. About one drive in twenty has one to show.
    #[must_use]
    pub fn of(seed: Seed, from_ms: u64, until_ms: u64) -> Self {
        let at = |least: f64, most: f64| {
            from_ms + share(until_ms - from_ms, seed.child("when", 0).between(least, most))
        };
        let how = seed.child("how", 0);
        match seed.child("which", 0).unit() {
            x if x < 0.020 => Self::MediaErrors {
                from_ms: at(0.1, 0.98),
                per_day: how.between(0.05, 2.0),
            },
            x if x < 0.028 => Self::SpareLoss {
                from_ms: at(0.1, 0.7),
                per_day: how.between(0.8, 3.5),
            },
            x if x < 0.031 => Self::Stops {
                from_ms: at(0.3, 0.99),
            },
            x if x < 0.034 => Self::Vanishes {
                from_ms: at(0.3, 0.99),
            },
            x if x < 0.050 => Self::Hot {
                from_ms: at(0.05, 0.9),
                kelvin: how.between(14.0, 26.0),
            },
            _ => Self::Healthy,
        }
    }

    /// The drive cannot be read at this time.
    #[must_use]
    pub fn is_silent_at(&self, time_ms: u64) -> bool {
        self.stopped_ms().is_some_and(|from_ms| time_ms >= from_ms) || self.is_gone_at(time_ms)
    }

    /// When the controller stopped answering.
    #[must_use]
    pub fn stopped_ms(&self) -> Option<u64> {
        match self {
            Self::Stops { from_ms } => Some(*from_ms),
            _ => None,
        }
    }

    /// When the drive vanished.
    #[must_use]
    pub fn vanished_ms(&self) -> Option<u64> {
        match self {
            Self::Vanishes { from_ms } => Some(*from_ms),
            _ => None,
        }
    }

    /// The drive is not in its host's inventory at this time.
    #[must_use]
    pub fn is_gone_at(&self, time_ms: u64) -> bool {
        self.vanished_ms().is_some_and(|from_ms| time_ms >= from_ms)
    }
}
