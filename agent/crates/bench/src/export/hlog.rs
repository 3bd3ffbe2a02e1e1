//! HdrHistogram's interval log (.hlog), as its HistogramLogProcessor and the plotters made for it read it: one
//! line per second and direction, tagged `read` or `write`.

use crate::histogram::{self, DecodeError};
use crate::output::{Phase, Second, SecondDirection, Start};
use hdrhistogram::serialization::interval_log::{IntervalLogWriterBuilder, IntervalLogWriterError, Tag};
use hdrhistogram::serialization::{V2DeflateSerializeError, V2DeflateSerializer};
use std::io;
use std::time::{Duration, SystemTime};

/// The format as the reference implementation names it in its own logs.
const FORMAT: &str = "[Histogram log format version 1.3]";

/// Writes the measured seconds of a run. Those of the ramp are left out, because a processor of logs adds up
/// all lines. Times count from the start of the run, so that the first line begins where the ramp ended.
pub struct HlogExport<W: io::Write> {
    writer: W,
    serializer: V2DeflateSerializer,
    elapsed: Duration,
}

/// Why a line could not be exported.
#[derive(Debug, thiserror::Error)]
pub enum HlogError {
    /// The second holds no readable histogram.
    #[error(transparent)]
    Histogram(#[from] DecodeError),
    /// The log could not be written.
    #[error("the histogram log cannot be written: {0}")]
    Write(#[from] io::Error),
    /// A histogram does not fit the format.
    #[error("a histogram cannot be written to the log: {0}")]
    Serialize(#[from] V2DeflateSerializeError),
}

impl From<IntervalLogWriterError<V2DeflateSerializeError>> for HlogError {
    fn from(error: IntervalLogWriterError<V2DeflateSerializeError>) -> Self {
        match error {
            IntervalLogWriterError::SerializeError(error) => error.into(),
            IntervalLogWriterError::IoError(error) => error.into(),
        }
    }
}

impl<W: io::Write> HlogExport<W> {
    /// Writes the header for the run that `start` describes and that began at `started`.
    pub fn begin(start: &Start, started: SystemTime, mut writer: W) -> io::Result<Self> {
        let mut serializer = V2DeflateSerializer::new();
        let workload = serde_json::to_string(&start.workload)?;
        // Both times: with one of them alone, readers guess whether the lines count from it.
        IntervalLogWriterBuilder::new()
            .add_comment(FORMAT)
            .add_comment(&format!(
                "uring-bench {} on {}",
                start.tool_version, start.target.path
            ))
            .add_comment(&workload)
            .add_comment("latencies and maxima in nanoseconds; the ramp is left out")
            .with_start_time(started)
            .with_base_time(started)
            .begin_log_with(&mut writer, &mut serializer)?;
        Ok(HlogExport {
            writer,
            serializer,
            elapsed: Duration::ZERO,
        })
    }

    /// Writes the lines of one second.
    pub fn second(&mut self, second: &Second) -> Result<(), HlogError> {
        let length = Duration::from_nanos(second.elapsed_ns);
        if second.phase == Phase::Measure {
            self.direction("read", second.read.as_ref(), length)?;
            self.direction("write", second.write.as_ref(), length)?;
            self.writer.flush()?;
        }
        self.elapsed += length;
        Ok(())
    }

    fn direction(
        &mut self,
        name: &str,
        measured: Option<&SecondDirection>,
        length: Duration,
    ) -> Result<(), HlogError> {
        let Some(measured) = measured else {
            return Ok(());
        };
        let latencies = histogram::decode(&measured.histogram)?;
        // A writer without header fields writes nothing by itself: one for each line costs no line.
        IntervalLogWriterBuilder::new()
            .begin_log_with(&mut self.writer, &mut self.serializer)?
            .write_histogram(&latencies, self.elapsed, length, Tag::new(name))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::testing::{measured, second, start};
    use hdrhistogram::serialization::interval_log::{IntervalLogHistogram, IntervalLogIterator, LogEntry};

    const SECOND_NS: u64 = 1_000_000_000;
    /// 2026-11-21 12:00:00.250 UTC.
    const STARTED: Duration = Duration::from_millis(1_795_262_400_250);

    fn exported(seconds: &[Second]) -> Vec<u8> {
        let mut log = Vec::new();
        let mut export = HlogExport::begin(&start(), SystemTime::UNIX_EPOCH + STARTED, &mut log).unwrap();
        seconds.iter().for_each(|each| export.second(each).unwrap());
        log
    }

    fn intervals(log: &[u8]) -> Vec<IntervalLogHistogram<'_>> {
        let entries = IntervalLogIterator::new(log).map(Result::unwrap);
        entries
            .filter_map(|entry| match entry {
                LogEntry::Interval(interval) => Some(interval),
                LogEntry::StartTime(_) | LogEntry::BaseTime(_) => None,
            })
            .collect()
    }

    #[test]
    fn the_header_says_when_and_what() {
        let log = exported(&[]);
        let text = String::from_utf8(log.clone()).unwrap();
        assert!(
            text.starts_with("#[Histogram log format version 1.3]\n#uring-bench 1.2.3 on /dev/nvme0n1\n"),
            "{text}"
        );
        assert!(text.contains("\"queueDepth\":1"), "{text}");
        let entries: Vec<LogEntry> = IntervalLogIterator::new(&log).map(Result::unwrap).collect();
        assert_eq!(
            entries,
            [LogEntry::StartTime(STARTED), LogEntry::BaseTime(STARTED)]
        );
    }

    #[test]
    fn each_second_of_each_direction_is_read_back_whole() {
        let log = exported(&[
            second(
                Phase::Ramp,
                0,
                SECOND_NS / 2,
                Some(measured(&[9])),
                Some(measured(&[9])),
            ),
            second(
                Phase::Measure,
                0,
                SECOND_NS,
                Some(measured(&[100, 100, 2000])),
                Some(measured(&[700])),
            ),
            second(
                Phase::Measure,
                1,
                SECOND_NS / 4,
                Some(measured(&[])),
                Some(measured(&[800])),
            ),
        ]);
        let lines: Vec<(&str, u128, u128, f64, u64)> = intervals(&log)
            .iter()
            .map(|line| {
                let count = histogram::decode(line.encoded_histogram()).unwrap().len();
                let ms = |time: Duration| time.as_millis();
                (
                    line.tag().unwrap().as_str(),
                    ms(line.start_timestamp()),
                    ms(line.duration()),
                    line.max(),
                    count,
                )
            })
            .collect();
        // The ramp's half second is in no line and before the first.
        assert_eq!(
            lines,
            [
                ("read", 500, 1000, 2000.0, 3),
                ("write", 500, 1000, 700.0, 1),
                ("read", 1500, 250, 0.0, 0),
                ("write", 1500, 250, 800.0, 1),
            ]
        );
        let first = &intervals(&log)[0];
        assert_eq!(
            first.encoded_histogram(),
            measured(&[100, 100, 2000]).histogram,
            "the very same histogram"
        );
    }

    #[test]
    fn a_direction_that_the_load_has_not_got_has_no_line() {
        let log = exported(&[second(Phase::Measure, 0, SECOND_NS, Some(measured(&[5])), None)]);
        assert_eq!(intervals(&log).len(), 1);
    }

    #[test]
    fn a_damaged_histogram_is_an_error() {
        let mut damaged = measured(&[5]);
        damaged.histogram = "AAAA".into();
        let mut export = HlogExport::begin(&start(), SystemTime::UNIX_EPOCH, Vec::new()).unwrap();
        let result = export.second(&second(Phase::Measure, 0, SECOND_NS, Some(damaged), None));
        assert!(matches!(result, Err(HlogError::Histogram(_))), "{result:?}");
    }
}
