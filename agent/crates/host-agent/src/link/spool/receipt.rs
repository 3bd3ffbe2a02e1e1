//! What became of a sample after the spool took it.

/// Of a sample that the spool took. It is told apart from others by its place in the lane, which is first in, first out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Receipt {
    /// How many samples had come into the lane with it.
    pub(super) number: u64,
    /// How many events had been lost or refused by then, of any lane.
    pub(super) lost: u64,
}

#[cfg(test)]
impl Receipt {
    /// Of the sample with this number, with nothing lost.
    pub fn of(number: u64) -> Self {
        Self { number, lost: 0 }
    }
}

/// What became of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It is still to be sent.
    Waiting,
    /// The server has judged it.
    Sent,
    /// Something was lost since, or refused by the server, and it may be among that.
    MaybeLost,
}
