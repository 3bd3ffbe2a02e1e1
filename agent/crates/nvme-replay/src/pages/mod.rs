//! Data structures of the NVM Express Base Specification 2.0, laid out by its offsets, little endian.

mod identify;
mod logs;
mod smart;

pub use identify::{controller_list, identify_controller, identify_namespace, namespace_list};
pub use logs::{
    error_log, feature_effects, firmware_slots, intel_additional_smart, ocp_smart, self_test_log,
    supported_log_pages,
};
pub use smart::smart_log;

/// A page under construction.
pub(crate) struct Page(pub(crate) Vec<u8>);

impl Page {
    pub(crate) fn new(length: usize) -> Self {
        Self(vec![0; length])
    }

    pub(crate) fn put(&mut self, offset: usize, bytes: &[u8]) -> &mut Self {
        self.0[offset..offset + bytes.len()].copy_from_slice(bytes);
        self
    }

    /// A wide counter of which the profile gives the lower 64 bits.
    fn counter(&mut self, offset: usize, value: u64) -> &mut Self {
        self.put(offset, &value.to_le_bytes())
    }

    /// ASCII, padded with spaces as the specification wants it; what is too long is cut.
    fn text(&mut self, offset: usize, length: usize, text: &str) -> &mut Self {
        let padded = format!("{text:<length$}");
        self.put(offset, &padded.as_bytes()[..length])
    }
}
