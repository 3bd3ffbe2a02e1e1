//! Profiles over each other: a profile over its base, and changes over both.

use toml::{Table, Value};

use crate::builtin;
use crate::error::ReplayError;
use crate::profile::Profile;

/// Deepest chain of profiles based on each other.
const BASES_MAX: usize = 4;

/// A profile over the one that it names as its `base`.
pub fn with_bases(name: &str) -> Result<Table, ReplayError> {
    let mut layers = Vec::new();
    let mut next = Some(name.to_owned());
    while let Some(name) = next.take().filter(|_| layers.len() < BASES_MAX) {
        let text = builtin::text(&name).ok_or_else(|| ReplayError::NoProfile(name.clone()))?;
        let mut layer = parse(&name, text)?;
        next = layer
            .remove("base")
            .and_then(|base| base.as_str().map(str::to_owned));
        layers.push(layer);
    }
    let mut whole = Table::new();
    for layer in layers.into_iter().rev() {
        merge(&mut whole, layer);
    }
    Ok(whole)
}

/// The text of a profile or of a change.
pub fn parse(name: &str, text: &str) -> Result<Table, ReplayError> {
    text.parse()
        .map_err(|error: toml::de::Error| mistake(name, &error))
}

/// The profile that a table is.
pub fn typed(name: &str, table: Table) -> Result<Profile, ReplayError> {
    table
        .try_into()
        .map_err(|error: toml::de::Error| mistake(name, &error))
}

fn mistake(name: &str, error: &toml::de::Error) -> ReplayError {
    ReplayError::Profile {
        name: name.to_owned(),
        reason: error.to_string(),
    }
}

/// Tables are merged, everything else is replaced.
pub fn merge(below: &mut Table, above: Table) {
    for (key, value) in above {
        match (below.get_mut(&key), value) {
            (Some(Value::Table(old)), Value::Table(new)) => merge(old, new),
            (_, value) => drop(below.insert(key, value)),
        }
    }
}
