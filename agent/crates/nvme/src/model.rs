//! What is known of drive models beyond the specification. Only what a source states: a question that a drive refuses
//! leaves an entry in its error log, so a model that is not listed here is not asked.
//!
//! Never read: the latency histograms in logs C1h and C2h, which an Optane clears by being asked; and vendor feature C1h,
//! which sets the maximum LBA.

use crate::decode::IdentifyController;

const INTEL: u16 = 0x8086;

/// Vendor specific questions that a model answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VendorKnowledge {
    /// Feature C6h is a power governor, with these values and their watts where that is published.
    pub power_governor: Option<&'static [GovernorSetting]>,
    /// Log CAh is Intel's Additional SMART.
    pub intel_additional_smart: bool,
}

/// A value of the power governor, and the most power that the drive then takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GovernorSetting {
    /// Bits 7:0 of feature C6h.
    pub value: u8,
    /// Power in milliwatts.
    pub max_power_milliwatts: u32,
}

/// Intel DC P3500, P3600, P3700, P3608: SPDK, `include/spdk/nvme_intel.h`, `spdk_nvme_intel_power_governor`.
const P3000_GOVERNOR: &[GovernorSetting] = &[
    GovernorSetting {
        value: 0,
        max_power_milliwatts: 25_000,
    },
    GovernorSetting {
        value: 1,
        max_power_milliwatts: 20_000,
    },
    GovernorSetting {
        value: 2,
        max_power_milliwatts: 10_000,
    },
];

/// Prefixes of the model number, the maker's name left out, and what those drives answer.
const INTEL_MODELS: &[(&[&str], VendorKnowledge)] = &[
    (
        &[
            "SSDPEDMD", "SSDPE2MD", "SSDPEDME", "SSDPE2ME", "SSDPEDMX", "SSDPE2MX", "SSDPECME",
        ],
        VendorKnowledge {
            power_governor: Some(P3000_GOVERNOR),
            intel_additional_smart: true,
        },
    ),
    // P4800X: it has a governor of 12 and 18 W, whose values in C6h are not published.
    (
        &["SSDPED1K", "SSDPE21K"],
        VendorKnowledge {
            power_governor: Some(&[]),
            intel_additional_smart: true,
        },
    ),
    // P4600.
    (
        &["SSDPEDKE"],
        VendorKnowledge {
            power_governor: None,
            intel_additional_smart: true,
        },
    ),
];

const NOTHING: VendorKnowledge = VendorKnowledge {
    power_governor: None,
    intel_additional_smart: false,
};

/// What this model answers.
#[must_use]
pub fn vendor_knowledge(controller: &IdentifyController) -> VendorKnowledge {
    if controller.pci_vendor_id != INTEL {
        return NOTHING;
    }
    let number = controller.model.trim_start_matches("INTEL ");
    let known = INTEL_MODELS
        .iter()
        .find(|(prefixes, _)| prefixes.iter().any(|prefix| number.starts_with(prefix)));
    known.map_or(NOTHING, |(_, knowledge)| *knowledge)
}
