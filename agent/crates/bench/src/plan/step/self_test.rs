//! The drive tests itself.

use crate::plan::field::{Field, PlanError};

/// Which of its tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SelfTest {
    /// About two minutes.
    Short,
    /// As long as the drive says.
    Extended,
}

const TESTS: [(&str, SelfTest); 2] = [("short", SelfTest::Short), ("extended", SelfTest::Extended)];

impl SelfTest {
    /// As plans write it.
    pub fn name(self) -> &'static str {
        match self {
            SelfTest::Short => "short",
            SelfTest::Extended => "extended",
        }
    }

    pub(super) fn read(step: &Field<'_>) -> Result<Self, PlanError> {
        step.object(&["kind", "test"])?.required("test")?.choice(&TESTS)
    }
}
