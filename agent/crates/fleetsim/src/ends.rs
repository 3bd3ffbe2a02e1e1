//! When drives reach their end: what a forecast is held against. No server is told.

use serde::Serialize;

use crate::fleet::Fleet;
use crate::life::Life;

const YEAR_DAYS: u64 = 365;

/// When a drive's wear reaches so many percent, if it goes on as it does.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EndLine<'a> {
    /// The drive's.
    pub serial: &'a str,
    /// Percentage used.
    pub percent: u8,
    /// In unix milliseconds; at the beginning of its history where that was so already, `None` where it is further away.
    pub end_ms: Option<u64>,
}

/// The ends of all drives, so many years from the beginning of their history at most.
pub fn end_lines<'a>(
    fleet: &'a Fleet,
    percents: &'a [u8],
    years: u64,
) -> impl Iterator<Item = EndLine<'a>> + 'a {
    let lives = fleet
        .drives
        .iter()
        .flat_map(move |drive| Some((drive, Life::new(fleet, drive, *drive.stays.last()?))));
    lives.flat_map(move |(drive, life)| {
        percents.iter().map(move |&percent| EndLine {
            serial: &drive.serial,
            percent,
            end_ms: life.wears_out(f64::from(percent), years * YEAR_DAYS),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fleet::tests::demo;

    #[test]
    fn every_drive_has_an_end_for_each_percentage_the_higher_one_later() {
        let fleet = demo();
        let lines: Vec<EndLine> = end_lines(&fleet, &[100, 105], 50).collect();
        assert_eq!(lines.len(), 2 * fleet.drives.len());
        for pair in lines.chunks_exact(2) {
            let [first, second] = pair else { panic!("a pair") };
            assert_eq!(
                (first.serial, first.percent, second.percent),
                (second.serial, 100, 105)
            );
            let later = |end_ms: Option<u64>| end_ms.unwrap_or(u64::MAX);
            assert!(later(first.end_ms) <= later(second.end_ms));
        }
        let ahead = lines
            .iter()
            .filter(|line| line.end_ms.is_some_and(|end_ms| end_ms > fleet.layout.end_ms));
        assert!(ahead.count() > fleet.drives.len() / 2);
    }
}
