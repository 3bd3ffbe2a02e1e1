//! A database from its making to its end: it serves the points of one step.

use super::server::Server;

/// A database that is there, with all its rows.
pub(in crate::work::run) struct OpenDatabase {
    /// The step that it serves.
    pub step_path: Vec<u32>,
    /// Its server.
    pub server: Server,
}

impl OpenDatabase {
    /// Whether the next action is another point of the same step.
    pub fn serves(&self, step_path: &[u32]) -> bool {
        self.step_path == step_path
    }
}
