//! What the agent does: [`commands`] come in, [`journal`] and [`ledger`] remember them, [`run`] carries out benchmarks (on a
//! drive or in [`scratch`]), [`control`] acts on drives, and [`upgrades`] brings newer programs of this agent; [`settings`] of a
//! drive are made, and put back after a run.

pub mod commands;
pub mod control;
pub mod journal;
pub mod ledger;
pub mod run;
pub mod scratch;
pub mod settings;
pub mod upgrades;
