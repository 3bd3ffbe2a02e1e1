//! The profiles that come with the replay, by name.

/// Name and text of each.
const PROFILES: &[(&str, &str)] = &[
    ("p4800x", include_str!("../profiles/p4800x.toml")),
    ("p4800x-worn", include_str!("../profiles/p4800x-worn.toml")),
    ("900p", include_str!("../profiles/900p.toml")),
    ("p3700", include_str!("../profiles/p3700.toml")),
    ("p3608-1", include_str!("../profiles/p3608-1.toml")),
    ("p3608-2", include_str!("../profiles/p3608-2.toml")),
    ("micron-9100", include_str!("../profiles/micron-9100.toml")),
    ("media-errors", include_str!("../profiles/media-errors.toml")),
    ("hangs", include_str!("../profiles/hangs.toml")),
    ("refuses", include_str!("../profiles/refuses.toml")),
];

/// Names, in the order of the list.
pub fn names() -> impl Iterator<Item = &'static str> {
    PROFILES.iter().map(|(name, _)| *name)
}

/// The text of a profile, one that it is based on (`base = "p4800x"`) not yet put below it.
#[must_use]
pub fn text(name: &str) -> Option<&'static str> {
    PROFILES
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, text)| *text)
}
