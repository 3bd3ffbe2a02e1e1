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

/// Intel DC P3500, P3600, P3700: SPDK, `include/spdk/nvme_intel.h`, `spdk_nvme_intel_power_governor`.
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
            "SSDPEDMD", "SSDPE2MD", "SSDPEDME", "SSDPE2ME", "SSDPEDMX", "SSDPE2MX",
        ],
        VendorKnowledge {
            power_governor: Some(P3000_GOVERNOR),
            intel_additional_smart: true,
        },
    ),
    // P4800X: it has a governor of 12 and 18 W, whose values in C6h are not published. P3608: two controllers on a card of
    // 40 W, for which the values of its family need not hold.
    (
        &["SSDPED1K", "SSDPE21K", "SSDPECME"],
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
    knowledge_of(controller.pci_vendor_id, &controller.model)
}

/// What the values of the power governor (feature C6h) mean on a model. `None` if the feature is not known to be that, and
/// must not even be read; empty if its values are not published, and none must be written.
#[must_use]
pub fn power_governor_settings(pci_vendor_id: u16, model: &str) -> Option<&'static [GovernorSetting]> {
    knowledge_of(pci_vendor_id, model).power_governor
}

fn knowledge_of(pci_vendor_id: u16, model: &str) -> VendorKnowledge {
    if pci_vendor_id != INTEL {
        return NOTHING;
    }
    let number = model.trim_start_matches("INTEL ");
    let known = INTEL_MODELS
        .iter()
        .find(|(prefixes, _)| prefixes.iter().any(|prefix| number.starts_with(prefix)));
    known.map_or(NOTHING, |(_, knowledge)| *knowledge)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The server's catalog is held to the same file.
    #[test]
    fn the_governors_values_are_those_of_the_servers_catalog() {
        let golden = include_str!("../../../../packages/catalog/golden/power-governor.json");
        let golden: Vec<serde_json::Value> = serde_json::from_str(golden).unwrap();
        assert!(golden.len() > 10);
        for model in golden {
            let number = model["modelNumber"].as_str().unwrap();
            let settings = power_governor_settings(INTEL, number).unwrap_or_default();
            let settings: Vec<_> = settings
                .iter()
                .map(|one| serde_json::json!({"value": one.value, "maxPowerMilliwatts": one.max_power_milliwatts}))
                .collect();
            assert_eq!(model["settings"], serde_json::Value::Array(settings), "{number}");
        }
        assert_eq!(power_governor_settings(0x1344, "INTEL SSDPEDMD400G4"), None);
    }
}
