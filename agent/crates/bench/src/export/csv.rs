//! Comma-separated values (RFC 4180): one row per second and direction.

use crate::output::{Phase, Second, SecondDirection};
use csv::{Terminator, Writer, WriterBuilder};
use serde::Serialize;
use std::io;

/// Writes the seconds of a run, with a header before the first. A direction that the load has not got has no
/// rows; a latency that nobody measured is an empty cell.
pub struct CsvExport<W: io::Write>(Writer<W>);

/// One row; the names are the header.
#[derive(Serialize)]
struct Row {
    phase: Phase,
    second: u32,
    elapsed_ns: u64,
    direction: &'static str,
    operations: u64,
    bytes: u64,
    operations_per_second: f64,
    bytes_per_second: f64,
    latency_ns_mean: Option<f64>,
    latency_ns_p50: Option<u64>,
    latency_ns_p99: Option<u64>,
    latency_ns_max: Option<u64>,
}

impl<W: io::Write> CsvExport<W> {
    /// An export into `writer`.
    pub fn new(writer: W) -> Self {
        let rows = WriterBuilder::new()
            .terminator(Terminator::CRLF)
            .from_writer(writer);
        CsvExport(rows)
    }

    /// Writes the rows of one second, through to the writer.
    pub fn second(&mut self, second: &Second) -> io::Result<()> {
        for (direction, measured) in [("read", &second.read), ("write", &second.write)] {
            if let Some(measured) = measured {
                self.0.serialize(row(second, direction, measured))?;
            }
        }
        self.0.flush()
    }
}

fn row(second: &Second, direction: &'static str, measured: &SecondDirection) -> Row {
    let per_second = |count: u64| count as f64 * 1e9 / second.elapsed_ns as f64;
    Row {
        phase: second.phase,
        second: second.second,
        elapsed_ns: second.elapsed_ns,
        direction,
        operations: measured.operations,
        bytes: measured.bytes,
        operations_per_second: per_second(measured.operations),
        bytes_per_second: per_second(measured.bytes),
        latency_ns_mean: measured.latency_ns_mean,
        latency_ns_p50: measured.latency_ns_p50,
        latency_ns_p99: measured.latency_ns_p99,
        latency_ns_max: measured.latency_ns_max,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::testing::{measured, second};

    fn exported(seconds: &[Second]) -> String {
        let mut bytes = Vec::new();
        let mut export = CsvExport::new(&mut bytes);
        seconds.iter().for_each(|each| export.second(each).unwrap());
        drop(export);
        String::from_utf8(bytes).unwrap()
    }

    const HEADER: &str = "phase,second,elapsed_ns,direction,operations,bytes,operations_per_second,bytes_per_second,\
        latency_ns_mean,latency_ns_p50,latency_ns_p99,latency_ns_max\r\n";

    #[test]
    fn a_row_for_each_second_and_direction() {
        // Half a second at the end: twice the count is the rate.
        let seconds = [
            second(Phase::Ramp, 0, 1_000_000_000, Some(measured(&[100, 300])), None),
            second(
                Phase::Measure,
                0,
                500_000_000,
                Some(measured(&[100])),
                Some(measured(&[200, 200])),
            ),
        ];
        assert_eq!(
            exported(&seconds),
            format!(
                "{HEADER}ramp,0,1000000000,read,2,8192,2.0,8192.0,200.0,100,300,300\r\n\
                 measure,0,500000000,read,1,4096,2.0,8192.0,100.0,100,100,100\r\n\
                 measure,0,500000000,write,2,8192,4.0,16384.0,200.0,200,200,200\r\n"
            )
        );
    }

    #[test]
    fn a_second_without_an_operation_has_empty_cells_and_not_zero_latency() {
        let stalled = second(Phase::Measure, 3, 1_000_000_000, None, Some(measured(&[])));
        assert_eq!(
            exported(&[stalled]),
            format!("{HEADER}measure,3,1000000000,write,0,0,0.0,0.0,,,,\r\n")
        );
    }

    #[test]
    fn a_second_is_written_at_once() {
        let mut export = CsvExport::new(Vec::new());
        export
            .second(&second(
                Phase::Measure,
                0,
                1_000_000_000,
                Some(measured(&[7])),
                None,
            ))
            .unwrap();
        assert!(export.0.get_ref().ends_with(b"7\r\n"));
    }
}
