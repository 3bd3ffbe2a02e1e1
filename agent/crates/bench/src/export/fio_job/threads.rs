//! The threads of a stream, as jobs of fio.

/// Threads of a stream that have the same depth.
pub(super) struct Threads {
    /// Number of the first among the threads of the stream.
    pub(super) first: u32,
    pub(super) count: u32,
    pub(super) depth: u32,
    /// Threads of the stream in all.
    pub(super) of: u32,
}

/// Neighbouring threads of equal depth, together.
pub(super) fn groups(depths: &[u32]) -> Vec<Threads> {
    let of = u32::try_from(depths.len()).expect("a request has at most some thousand threads");
    let mut groups: Vec<Threads> = Vec::new();
    for (first, &depth) in (0..of).zip(depths) {
        match groups.last_mut() {
            Some(group) if group.depth == depth => group.count += 1,
            _ => groups.push(Threads {
                first,
                count: 1,
                depth,
                of,
            }),
        }
    }
    groups
}
