//! The options of a command, and numbers as nvme-cli takes them.

use std::collections::BTreeMap;

/// Options as `--namespace-id=1`. Their letters are refused: `-v`, the value of set-feature in nvme-cli 2.3, is
/// "verbose" in 2.13, which then sets 0.
pub(super) struct Options(pub(super) BTreeMap<String, String>);

impl Options {
    pub(super) fn parse(arguments: &[String]) -> Result<Self, String> {
        let mut options = BTreeMap::new();
        for argument in arguments.iter().filter(|argument| argument.starts_with('-')) {
            let option = argument.strip_prefix("--").ok_or_else(|| argument.clone())?;
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            options.insert(name.to_owned(), value.to_owned());
        }
        Ok(Self(options))
    }

    pub(super) fn number(&self, name: &str) -> Option<u64> {
        number(self.0.get(name)?)
    }

    /// Index of a namespace: its identifier less one; the first where none is named.
    pub(super) fn index(&self, name: &str) -> usize {
        let nsid = self.number(name).unwrap_or(1);
        usize::try_from(nsid).unwrap_or_default().wrapping_sub(1)
    }
}

/// Decimal, or hexadecimal with 0x.
pub(super) fn number(text: &str) -> Option<u64> {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// Those of a map whose key is a number.
pub(super) fn by_number<T: Copy>(map: &BTreeMap<String, T>) -> BTreeMap<u8, T> {
    map.iter()
        .filter_map(|(key, value)| Some((u8::try_from(number(key)?).ok()?, *value)))
        .collect()
}
