//! crosspoint-wire
