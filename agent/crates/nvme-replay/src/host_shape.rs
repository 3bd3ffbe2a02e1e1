//! What the host itself is.

/// Its processors.
#[derive(Debug, Clone)]
pub struct HostShape {
    /// CPUs, evenly spread over the nodes.
    pub cpus: usize,
    /// NUMA nodes.
    pub nodes: usize,
    /// Frequency governor; none where empty.
    pub governor: String,
}

impl Default for HostShape {
    fn default() -> Self {
        Self {
            cpus: 8,
            nodes: 2,
            governor: "performance".to_owned(),
        }
    }
}
