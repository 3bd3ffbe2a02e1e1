//! Commands that change, test or erase one drive: may it be done here, and then doing it, once.

mod act;
mod action;
mod choice;
mod controls;
mod extent;
mod own_test;
mod prepare;
mod purge;
mod self_test;
mod watch;

pub use controls::{Controls, Prepared};
pub use own_test::{Tested, WantedTest};
pub use purge::{Purge, longest_purge};
