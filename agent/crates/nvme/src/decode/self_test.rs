//! Device Self-test (log page 06h), figures "Device Self-test Log Page" and "Self-test Result Data Structure".

use super::{Malformed, Structure};

/// Bytes of the log.
pub const SELF_TEST_LOG_BYTES: usize = 564;
const RESULTS: usize = 20;
const RESULT_BYTES: usize = 28;
const UNUSED: u8 = 0xf;

/// The running test, and the last ones, the newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelfTestLog {
    /// Code of the test that runs now and how many percent of it are done.
    pub running: Option<(u8, u8)>,
    /// At most 20.
    pub results: Vec<SelfTestResult>,
}

/// How a test ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelfTestResult {
    /// 1 short, 2 extended, Eh vendor specific.
    pub code: u8,
    /// 0 passed; 1 to 4, 8 and 9 aborted; 5 to 7 failed.
    pub result: u8,
    /// Segment that failed first; only for result 7.
    pub failed_segment: Option<u8>,
    /// Power on hours at the end.
    pub power_on_hours: u64,
    /// Namespace of the failure, where valid.
    pub nsid: Option<u32>,
    /// First failing logical block, where valid.
    pub failing_lba: Option<u64>,
    /// Status code type and code of the failure, where valid.
    pub status: Option<u16>,
}

impl SelfTestLog {
    /// Decodes the 564 bytes.
    ///
    /// # Errors
    /// [`Malformed`] if they are fewer.
    pub fn decode(bytes: &[u8]) -> Result<Self, Malformed> {
        let data = Structure::<SELF_TEST_LOG_BYTES>::new("Device Self-test", bytes)?;
        let operation = data.u8(0) & 0xf;
        let results = (0..RESULTS).filter_map(|index| result(&data, 4 + index * RESULT_BYTES));
        Ok(Self {
            running: (operation != 0).then(|| (operation, data.u8(1) & 0x7f)),
            results: results.collect(),
        })
    }

    /// Whether the log would look the same with another result in it: every place is taken, by equal results.
    #[must_use]
    pub fn hides_new_results(&self) -> bool {
        self.results.len() == RESULTS && self.results.windows(2).all(|pair| pair[0] == pair[1])
    }
}

impl SelfTestResult {
    /// The result in the words of the specification.
    #[must_use]
    pub fn words(&self) -> &'static str {
        match self.result {
            0x0 => "completed without error",
            0x1 => "aborted by a Device Self-test command",
            0x2 => "aborted by a controller level reset",
            0x3 => "aborted because a namespace was removed",
            0x4 => "aborted by a Format NVM command",
            0x5 => "ended by a fatal or unknown test error",
            0x6 => "completed, and a segment failed that is not known",
            0x7 => "completed, and one or more segments failed",
            0x8 => "aborted for an unknown reason",
            0x9 => "aborted by a sanitize operation",
            _ => "ended with a reserved result",
        }
    }
}

/// Valid Diagnostic Information says which fields mean anything: bit 0 NSID, 1 FLBA, 2 SCT, 3 SC.
fn result(data: &Structure<'_, SELF_TEST_LOG_BYTES>, offset: usize) -> Option<SelfTestResult> {
    let (status, valid) = (data.u8(offset), data.u8(offset + 2));
    let (code, result) = (status >> 4, status & 0xf);
    let is_valid = |bits: u8| valid & bits == bits;
    (result != UNUSED && code != 0).then(|| SelfTestResult {
        code,
        result,
        failed_segment: (result == 7).then(|| data.u8(offset + 1)),
        power_on_hours: data.u64(offset + 4),
        nsid: is_valid(0b1).then(|| data.u32(offset + 12)),
        failing_lba: is_valid(0b10).then(|| data.u64(offset + 16)),
        status: is_valid(0b1100)
            .then(|| u16::from(data.u8(offset + 24) & 0b111) << 8 | u16::from(data.u8(offset + 25))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_the_running_test_and_the_results() {
        let mut data = vec![0; SELF_TEST_LOG_BYTES];
        for index in 0..RESULTS {
            data[4 + index * RESULT_BYTES] = 0x0f;
        }
        data[0] = 2;
        data[1] = 0x80 | 37;
        data[4..8].copy_from_slice(&[0x27, 3, 0b1111, 0]);
        data[8..16].copy_from_slice(&11_990u64.to_le_bytes());
        data[16..20].copy_from_slice(&1u32.to_le_bytes());
        data[20..28].copy_from_slice(&123_456u64.to_le_bytes());
        data[28..30].copy_from_slice(&[2, 0x81]);
        data[32] = 0x10;
        let passed = SelfTestResult {
            code: 1,
            result: 0,
            failed_segment: None,
            power_on_hours: 0,
            nsid: None,
            failing_lba: None,
            status: None,
        };
        let failed = SelfTestResult {
            code: 2,
            result: 7,
            failed_segment: Some(3),
            power_on_hours: 11_990,
            nsid: Some(1),
            failing_lba: Some(123_456),
            status: Some(0x281),
        };
        let log = SelfTestLog::decode(&data).unwrap();
        assert_eq!((log.running, log.results), (Some((2, 37)), vec![failed, passed]));
        assert!(SelfTestLog::decode(&data[1..]).is_err());
    }

    #[test]
    fn a_full_log_of_equal_results_would_not_show_another() {
        let mut data = vec![0; SELF_TEST_LOG_BYTES];
        let hides = |data: &[u8]| SelfTestLog::decode(data).unwrap().hides_new_results();
        assert!(!hides(&data), "empty");
        for index in 0..RESULTS {
            assert!(!hides(&data));
            data[4 + index * RESULT_BYTES] = 0x10;
        }
        assert!(hides(&data));
        data[4 + 7 * RESULT_BYTES + 4] = 1; // An hour later.
        assert!(!hides(&data));
    }
}
