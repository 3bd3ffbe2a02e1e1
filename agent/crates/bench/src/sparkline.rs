//! A series as one line of text: "▁▂▃▅▇█ ▆▅".

/// From nearly nothing to the largest value.
const LEVELS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// What stands for several values that share a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Downsampling {
    /// The largest: no peak of a latency gets lost.
    Max,
    /// The mean: a rate keeps its level.
    Mean,
}

/// Draws `values` in at most `width` columns, one each while they fit.
///
/// The height is in proportion to the value, from zero to the largest drawn, so that a small change looks
/// small. A value that is missing or not finite is a gap, as is a column of which all are; values below zero
/// are drawn as zero.
pub fn sparkline(values: &[Option<f64>], width: usize, downsampling: Downsampling) -> String {
    let columns = width.min(values.len());
    let drawn: Vec<Option<f64>> = (0..columns)
        .map(|column| {
            let begin = column * values.len() / columns;
            let end = (column + 1) * values.len() / columns;
            combine(&values[begin..end], downsampling)
        })
        .collect();
    let top = drawn.iter().flatten().copied().fold(0.0, f64::max);
    drawn
        .into_iter()
        .map(|value| value.map_or(' ', |value| level(value, top)))
        .collect()
}

fn combine(values: &[Option<f64>], downsampling: Downsampling) -> Option<f64> {
    let present = || values.iter().flatten().copied().filter(|value| value.is_finite());
    match downsampling {
        Downsampling::Max => present().reduce(f64::max),
        Downsampling::Mean => {
            let count = present().count();
            (count > 0).then(|| present().map(|value| value / count as f64).sum())
        }
    }
}

/// Each level stands for an eighth of the height, its upper end included; zero is drawn as the lowest.
fn level(value: f64, top: f64) -> char {
    if value <= 0.0 {
        return LEVELS[0];
    }
    let eighths = (value / top * LEVELS.len() as f64).ceil();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "1 to 8, as the value is above 0 and at most the top"
    )]
    let eighths = eighths as usize;
    LEVELS[eighths.clamp(1, LEVELS.len()) - 1]
}

#[cfg(test)]
mod tests {
    use super::Downsampling::{Max, Mean};
    use super::*;
    use proptest::prelude::*;

    fn line(values: &[f64], width: usize, downsampling: Downsampling) -> String {
        let values: Vec<Option<f64>> = values.iter().copied().map(Some).collect();
        sparkline(&values, width, downsampling)
    }

    #[test]
    fn each_eighth_has_its_level() {
        assert_eq!(
            line(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0], 80, Max),
            "▁▂▃▄▅▆▇█"
        );
        // 12.5 % is the end of the first eighth.
        assert_eq!(line(&[12.5, 12.6, 100.0], 80, Mean), "▁▂█");
    }

    #[test]
    fn a_small_change_looks_small() {
        assert_eq!(line(&[100.0, 99.0, 98.0, 100.0], 80, Mean), "████");
    }

    #[test]
    fn nothing_at_all_is_low_and_a_gap_is_a_gap() {
        assert_eq!(line(&[0.0, 0.0], 80, Max), "▁▁");
        assert_eq!(line(&[-5.0, 5.0], 80, Max), "▁█");
        assert_eq!(
            sparkline(
                &[Some(1.0), None, Some(f64::NAN), Some(f64::INFINITY), Some(1.0)],
                80,
                Max
            ),
            "█   █"
        );
        assert_eq!(sparkline(&[None, None], 80, Mean), "  ");
        assert_eq!(sparkline(&[], 80, Mean), "");
        assert_eq!(line(&[1.0], 0, Mean), "");
    }

    #[test]
    fn the_peak_of_a_latency_survives_and_the_level_of_a_rate_too() {
        let spike = [10.0, 10.0, 80.0, 10.0, 10.0, 10.0];
        // Pairs: maxima 10, 80, 10.
        assert_eq!(line(&spike, 3, Max), "▁█▁");
        // Means 10, 45, 10: 10 of 45 is in the second eighth.
        assert_eq!(line(&spike, 3, Mean), "▂█▂");
        // Within a column a gap takes no part in the mean.
        assert_eq!(sparkline(&[Some(8.0), None, Some(4.0), Some(4.0)], 2, Mean), "█▄");
    }

    proptest! {
        /// Never wider than asked for, a column a value while they fit, and the largest value is drawn in full.
        #[test]
        fn the_width_is_kept(
            values in prop::collection::vec(prop::option::of(0.1..1e12_f64), 0..300),
            width in 0..120_usize,
        ) {
            for downsampling in [Max, Mean] {
                let line = sparkline(&values, width, downsampling);
                prop_assert_eq!(line.chars().count(), width.min(values.len()));
                prop_assert_eq!(line.contains('█'), width > 0 && values.iter().any(Option::is_some));
            }
        }
    }
}
