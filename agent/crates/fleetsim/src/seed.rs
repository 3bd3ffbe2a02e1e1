//! Chance that can be repeated: every choice is a function of the fleet's seed and of what is chosen.

use uuid::{Builder, Uuid};

/// Where choices come from. Children of different names or numbers have nothing to do with each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seed(u64);

impl Seed {
    /// The root of a fleet.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(mix(seed))
    }

    /// The seed of a part: `host` 7, `drive` 3, …
    #[must_use]
    pub fn child(self, name: &str, number: u64) -> Self {
        // FNV-1a keeps names apart; mixing keeps neighbouring numbers apart.
        let named = name.bytes().fold(self.0 ^ 0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        Self(mix(mix(named).wrapping_add(number)))
    }

    /// From 0 to below 1.
    #[allow(clippy::cast_precision_loss)]
    #[must_use]
    pub fn unit(self) -> f64 {
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    /// From `low` to below `high`.
    #[must_use]
    pub fn between(self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// From 0 to below `end`, which is not 0.
    #[must_use]
    pub fn below(self, end: u64) -> u64 {
        self.0 % end
    }

    /// One of some; there is at least one.
    #[allow(clippy::cast_possible_truncation)]
    #[must_use]
    pub fn pick<T>(self, choices: &[T]) -> &T {
        &choices[self.below(choices.len() as u64) as usize]
    }

    /// True with this probability.
    #[must_use]
    pub fn chance(self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// An identifier.
    #[must_use]
    pub fn uuid(self) -> Uuid {
        let low = mix(self.0 ^ 0x5851_f42d_4c95_7f2d);
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&self.0.to_be_bytes());
        bytes[8..].copy_from_slice(&low.to_be_bytes());
        Builder::from_random_bytes(bytes).into_uuid()
    }
}

/// The finalizer of splitmix64 (Steele, Lea, Flood 2014).
fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeats_itself_and_tells_names_and_numbers_apart() {
        let root = Seed::new(1);
        assert_eq!(root.child("drive", 3), Seed::new(1).child("drive", 3));
        assert_ne!(root.child("drive", 3), root.child("drive", 4));
        assert_ne!(root.child("drive", 3), root.child("host", 3));
        assert_ne!(root.child("drive", 3), Seed::new(2).child("drive", 3));
    }

    #[test]
    fn spreads_evenly() {
        let root = Seed::new(42);
        // 10,000 draws of chance 0.3: 3,000, with a standard deviation of 46.
        let hits = (0..10_000).filter(|&n| root.child("draw", n).chance(0.3)).count();
        assert!((2_800..3_200).contains(&hits), "{hits}");
    }

    #[test]
    fn makes_identifiers_of_version_4() {
        assert_eq!(Seed::new(7).uuid().get_version_num(), 4);
        assert_ne!(Seed::new(7).uuid(), Seed::new(8).uuid());
    }
}
