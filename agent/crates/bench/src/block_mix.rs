//! The sizes of the operations of a load: one, or several in given shares (the Iometer file server mix).

use crate::notation::{NotationError, fixed_point};
use crate::quantity::ByteSize;
use crate::random::SplitMix64;
use std::fmt;
use std::str::FromStr;

/// Largest block.
pub const BLOCK_BYTES_MAX: u32 = 64 << 20;
/// Most sizes of a mix.
pub const SIZES_MAX: usize = 64;

/// Block sizes with their shares, as `"512:10,1k:5,2k:5,4k:60,8k:2,16k:4,32k:4,64k:10"`; `"4k"` is the mix of
/// one.
#[derive(Clone, PartialEq, Eq)]
pub struct BlockMix {
    /// Ascending by size, each once.
    shares: Vec<Share>,
    /// The size for each percent, so that a pick is one look. Equal mixes have equal tables.
    by_percent: Box<[u32; 100]>,
}

/// One size of a mix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    /// Size of the block.
    pub bytes: u32,
    /// Percentage of the operations (not of the bytes) that have it.
    pub percent: u8,
}

impl BlockMix {
    /// Checks sizes in bytes with their percentages, in any order.
    pub fn new(sizes: &[(u64, u32)]) -> Result<Self, String> {
        if sizes.is_empty() || sizes.len() > SIZES_MAX {
            return Err(format!("a mix has 1 to {SIZES_MAX} sizes, not {}", sizes.len()));
        }
        let mut shares = sizes
            .iter()
            .map(|&(bytes, percent)| share(bytes, percent))
            .collect::<Result<Vec<Share>, String>>()?;
        shares.sort_unstable_by_key(|share| share.bytes);
        if let Some(pair) = shares.windows(2).find(|pair| pair[0].bytes == pair[1].bytes) {
            return Err(format!("{} is there twice", write_size(pair[0].bytes)));
        }
        let total: u32 = shares.iter().map(|share| u32::from(share.percent)).sum();
        if total != 100 {
            return Err(format!("the percentages add up to {total}, not to 100"));
        }
        let mut by_percent = Box::new([0; 100]);
        let sizes = shares
            .iter()
            .flat_map(|share| std::iter::repeat_n(share.bytes, share.percent.into()));
        by_percent
            .iter_mut()
            .zip(sizes)
            .for_each(|(slot, bytes)| *slot = bytes);
        Ok(BlockMix { shares, by_percent })
    }

    /// The mix of one size.
    pub fn of(bytes: u64) -> Result<Self, String> {
        Self::new(&[(bytes, 100)])
    }

    /// The size of the next operation. A mix of one size takes nothing from the generator.
    #[inline]
    pub fn pick(&self, random: &mut SplitMix64) -> u32 {
        if self.shares.len() == 1 {
            return self.by_percent[0];
        }
        #[expect(clippy::cast_possible_truncation, reason = "a number below 100")]
        let percent = random.below(100) as usize;
        self.by_percent[percent]
    }

    /// The sizes with their shares, ascending by size.
    pub fn shares(&self) -> &[Share] {
        &self.shares
    }

    /// The largest size.
    pub fn largest(&self) -> u32 {
        self.by_percent[99]
    }

    /// The smallest size.
    pub fn smallest(&self) -> u32 {
        self.by_percent[0]
    }

    /// Mean size of an operation, exact.
    pub fn mean_bytes(&self) -> f64 {
        let hundredfold: u64 = self.by_percent.iter().map(|&bytes| u64::from(bytes)).sum();
        hundredfold as f64 / 100.0
    }
}

fn share(bytes: u64, percent: u32) -> Result<Share, String> {
    let size = u32::try_from(bytes)
        .ok()
        .filter(|size| (1..=BLOCK_BYTES_MAX).contains(size));
    let bytes = size.ok_or_else(|| {
        format!(
            "a block of {bytes} bytes is out of range, it may be 1 byte to {}",
            write_size(BLOCK_BYTES_MAX)
        )
    })?;
    match u8::try_from(percent) {
        Ok(percent @ 1..=100) => Ok(Share { bytes, percent }),
        _ => Err(format!(
            "a share of {percent} % is out of range, it may be 1 to 100"
        )),
    }
}

impl FromStr for BlockMix {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        // Read no further than shows that there are too many.
        let sizes = text
            .split(',')
            .take(SIZES_MAX + 1)
            .map(|part| parse_share(text, part));
        sizes
            .collect::<Result<Vec<_>, String>>()
            .and_then(|sizes| Self::new(&sizes))
            .map_err(|reason| NotationError::new(text, "a block mix", reason))
    }
}

/// A size with its percentage, which a single size may leave out.
fn parse_share(mix: &str, part: &str) -> Result<(u64, u32), String> {
    let (size, percent) = match part.split_once(':') {
        Some((size, percent)) => (size, fixed_point(percent, 0)),
        None if !mix.contains(',') => (part, Some(100)),
        None => (part, None),
    };
    let bytes = size
        .parse::<ByteSize>()
        .map_err(|error| error.to_string())?
        .bytes();
    let percent = percent.ok_or_else(|| format!("{size} needs a whole percentage, as in 4k:60,64k:40"))?;
    Ok((bytes, percent))
}

impl fmt::Display for BlockMix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [only] = self.shares.as_slice() {
            return f.write_str(&write_size(only.bytes));
        }
        for (index, share) in self.shares.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            write!(f, "{comma}{}:{}", write_size(share.bytes), share.percent)?;
        }
        Ok(())
    }
}

impl fmt::Debug for BlockMix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BlockMix({self})")
    }
}

/// A size as [`ByteSize`] reads it back: in the largest unit in which it is whole.
fn write_size(bytes: u32) -> String {
    const KIB: u32 = 1 << 10;
    const MIB: u32 = 1 << 20;
    match bytes {
        0 => "0".into(),
        bytes if bytes.is_multiple_of(MIB) => format!("{}M", bytes / MIB),
        bytes if bytes.is_multiple_of(KIB) => format!("{}k", bytes / KIB),
        bytes => bytes.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    const FILE_SERVER: &str = "512:10,1k:5,2k:5,4k:60,8k:2,16k:4,32k:4,64k:10";

    fn error(text: &str) -> String {
        text.parse::<BlockMix>().unwrap_err().to_string()
    }

    #[test]
    fn the_file_server_mix() {
        let mix: BlockMix = FILE_SERVER.parse().unwrap();
        assert_eq!(
            (mix.smallest(), mix.largest(), mix.shares().len()),
            (512, 65_536, 8)
        );
        // 51.2 + 51.2 + 102.4 + 2457.6 + 163.84 + 655.36 + 1310.72 + 6553.6.
        assert_eq!(mix.mean_bytes(), 11_345.92);
        assert_eq!(mix.to_string(), FILE_SERVER);
    }

    #[test]
    fn one_size_is_a_mix_and_takes_no_random_number() {
        let mix: BlockMix = "4k".parse().unwrap();
        assert_eq!(mix, "4096:100".parse().unwrap());
        assert_eq!((mix.to_string().as_str(), mix.mean_bytes()), ("4k", 4096.0));
        let (mut picked, mut untouched) = (SplitMix64::new(1), SplitMix64::new(1));
        assert_eq!(mix.pick(&mut picked), 4096);
        assert_eq!(picked.next(), untouched.next());
    }

    #[test]
    fn the_order_of_the_sizes_changes_nothing() {
        let (one, other): (BlockMix, BlockMix) =
            ("64k:40,4k:60".parse().unwrap(), "4k:60,64k:40".parse().unwrap());
        assert_eq!(one, other);
        let draw = |mix: &BlockMix| -> Vec<u32> {
            let mut random = SplitMix64::new(9);
            (0..50).map(|_| mix.pick(&mut random)).collect()
        };
        assert_eq!(draw(&one), draw(&other));
    }

    #[test]
    fn each_size_has_its_share() {
        let mix: BlockMix = FILE_SERVER.parse().unwrap();
        let mut random = SplitMix64::new(1);
        let mut counts = BTreeMap::new();
        (0..100_000).for_each(|_| *counts.entry(mix.pick(&mut random)).or_insert(0_u64) += 1);
        for share in mix.shares() {
            // Standard deviation of a binomial share: at most sqrt(100 000 * 0.6 * 0.4) = 155.
            let expected = u64::from(share.percent) * 1000;
            assert!(
                counts[&share.bytes].abs_diff(expected) < 5 * 155,
                "{share:?}: {}",
                counts[&share.bytes]
            );
        }
    }

    #[test]
    fn what_is_no_mix_is_refused_with_the_reason() {
        assert_eq!(
            error("4k:60,8k:30"),
            "\"4k:60,8k:30\" is not a block mix: the percentages add up to 90, not to 100"
        );
        assert!(error("4k:50,4096:50").ends_with("4k is there twice"));
        assert!(error("4k,8k").ends_with("4k needs a whole percentage, as in 4k:60,64k:40"));
        assert!(error("4k:0,8k:100").ends_with("a share of 0 % is out of range, it may be 1 to 100"));
        assert!(error("4k:60.5,8k:39.5").ends_with("4k needs a whole percentage, as in 4k:60,64k:40"));
        assert!(error("65M").contains("a block of 68157440 bytes is out of range, it may be 1 byte to 64M"));
        assert!(error("0").contains("a block of 0 bytes is out of range"));
        assert!(error("4kb").contains("\"4kb\" is not a size"));
        assert!(error("").contains("\"\" is not a size"));
        let many: Vec<String> = (1..=65).map(|size| format!("{size}:1")).collect();
        assert!(error(&many.join(",")).ends_with("a mix has 1 to 64 sizes, not 65"));
        assert!(error(&"4k:1,".repeat(1_000_000)).ends_with("a mix has 1 to 64 sizes, not 65"));
    }

    prop_compose! {
        /// Up to 64 different sizes whose percentages add up to 100.
        fn mixes()(
            sizes in prop::collection::btree_set(1..=BLOCK_BYTES_MAX, 1..=SIZES_MAX),
            cuts in prop::sample::subsequence((1..=99_u32).collect::<Vec<_>>(), SIZES_MAX - 1),
        ) -> BlockMix {
            let ends = cuts.into_iter().take(sizes.len() - 1).chain([100]);
            let mut begin = 0;
            let shares: Vec<(u64, u32)> = sizes.iter().zip(ends).map(|(&size, end)| {
                let share = (u64::from(size), end - begin);
                begin = end;
                share
            }).collect();
            BlockMix::new(&shares).unwrap()
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(mix in mixes()) {
            prop_assert_eq!(mix.to_string().parse(), Ok(mix));
        }

        #[test]
        fn only_sizes_of_the_mix_are_picked(mix in mixes(), seed: u64) {
            let mut random = SplitMix64::new(seed);
            for _ in 0..200 {
                let size = mix.pick(&mut random);
                prop_assert!(mix.shares().iter().any(|share| share.bytes == size));
                prop_assert!((mix.smallest()..=mix.largest()).contains(&size));
            }
        }
    }
}
