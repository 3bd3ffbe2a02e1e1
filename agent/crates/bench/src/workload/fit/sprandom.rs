//! Whether a fill that is to be like many can be one.

use super::refusal::{WorkloadError, outside, refuse};
use crate::distribution::Distribution;
use crate::output::Pattern;
use crate::workload::request::{StreamRequest, Until};

/// An sprandom fill is one whole fill with blocks of one size, and nothing else.
pub(super) fn check_sprandom(request: &StreamRequest, until: &Until) -> Result<(), WorkloadError> {
    let assumed = request.over_provisioning_percent;
    if request.pattern != Pattern::Sprandom {
        return match assumed {
            None => Ok(()),
            Some(_) => refuse(
                "only an sprandom fill assumes an over-provisioning",
                "leave it out, or fill with sprandom",
            ),
        };
    }
    if !assumed.is_some_and(|percent| (1..=100).contains(&percent)) {
        return outside(
            "the over-provisioning that an sprandom fill assumes",
            "1 to 100 percent",
        );
    }
    let once = matches!(
        until,
        Until::Fills {
            thousandths: 1000,
            ..
        }
    );
    let one_size = request.blocks.shares().len() == 1 && request.align_bytes.is_none();
    if !once || !one_size || request.read_percent > 0 || request.distribution != Distribution::Uniform {
        return refuse(
            "an sprandom fill writes its span once, in blocks of one size, and spreads them by itself",
            "give --rw randwrite, --fills 1 and one --bs, and leave --align and --distribution out",
        );
    }
    Ok(())
}
