//! The messages between agent and server, protocol version 1.
//!
//! The types are generated from the one definition of the contract in `packages/protocol` (`npm run generate`;
//! `npm run check` fails on drift). Beside them stands what a generated type cannot say: [`fit`] keeps texts
//! and lists within the limits of the contract, [`offers`] reads commands one by one.

mod fit;
mod generated;
mod offers;

pub use fit::{Fitted, fit};
pub use generated::*;
pub use offers::{Offer, Offers, offers};

/// The JSON Schema that both sides are checked against.
pub const SCHEMA_JSON: &str = include_str!("../../../../packages/protocol/schema/agent-v1.json");
