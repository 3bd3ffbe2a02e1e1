//! What pgbench prints at its end.

/// Its own figures, to hold those of its log against.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::work::run) struct Summary {
    pub transactions: u64,
    pub failed: u64,
    /// Mean of the latencies, in milliseconds with three digits behind the point.
    pub latency_ms: f64,
    /// Without the time in which clients connect.
    pub transactions_per_second: f64,
}

impl Summary {
    /// # Errors
    /// What is missing.
    pub fn parse(text: &str) -> Result<Self, String> {
        let after = |start: &str| text.lines().find_map(|line| line.trim().strip_prefix(start));
        let count = |start: &str| -> Option<u64> {
            let words = after(start)?;
            let digits: String = words.trim().chars().take_while(char::is_ascii_digit).collect();
            digits.parse().ok()
        };
        // Versions up to 13 print one with the time of connecting before it.
        let rate = text
            .lines()
            .rev()
            .find_map(|line| line.trim().strip_prefix("tps = "))
            .and_then(|words| words.split(' ').next()?.parse().ok());
        let latency = after("latency average = ").and_then(|words| words.split(' ').next()?.parse().ok());
        let lacks = |what: &str| format!("pgbench did not print its {what}");
        Ok(Self {
            transactions: count("number of transactions actually processed:")
                .ok_or_else(|| lacks("number of transactions"))?,
            failed: count("number of failed transactions:").unwrap_or(0),
            latency_ms: latency.ok_or_else(|| lacks("mean latency"))?,
            transactions_per_second: rate.ok_or_else(|| lacks("transactions per second"))?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_figures_are_read_as_versions_13_and_15_print_them() {
        let newer = "transaction type: <builtin: TPC-B (sort of)>\nduration: 3 s\nnumber of transactions actually processed: 6684\n\
            number of failed transactions: 2 (0.030%)\nlatency average = 1.791 ms\ntps = 2226.942944 (without initial connection time)\n";
        let expected = Summary {
            transactions: 6684,
            failed: 2,
            latency_ms: 1.791,
            transactions_per_second: 2_226.942_944,
        };
        assert_eq!(Summary::parse(newer), Ok(expected));
        let older = "number of transactions actually processed: 6684/6684\nlatency average = 1.791 ms\ntps = 2200.5 (including connections establishing)\n\
            tps = 2226.942944 (excluding connections establishing)\n";
        assert_eq!(
            Summary::parse(older),
            Ok(Summary {
                failed: 0,
                ..expected
            })
        );
        assert_eq!(
            Summary::parse("tps = 1 (x)").unwrap_err(),
            "pgbench did not print its number of transactions"
        );
    }
}
