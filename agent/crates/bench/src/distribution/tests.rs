use super::*;
use proptest::prelude::*;

const HOT_90_10: Distribution = Distribution::HotSpot {
    accesses_percent: 90,
    span_percent: 10,
};
const ZIPF_1_1: Distribution = Distribution::Zipf {
    theta_thousandths: 1_100,
};

/// How often each of `places` places is drawn, the most frequent first.
fn sorted_counts(distribution: Distribution, places: u64, draws: u32) -> Vec<u64> {
    let mut sampler = Places::new(&distribution, places);
    let mut random = SplitMix64::new(3);
    let mut counts = vec![0; usize::try_from(places).unwrap()];
    for _ in 0..draws {
        counts[usize::try_from(sampler.next(&mut random)).unwrap()] += 1;
    }
    counts.sort_unstable_by(|a, b| b.cmp(a));
    counts
}

#[test]
fn what_a_person_writes() {
    assert_eq!("uniform".parse(), Ok(Distribution::Uniform));
    assert_eq!("zipf:1.1".parse(), Ok(ZIPF_1_1));
    assert_eq!("hotspot:90/10".parse(), Ok(HOT_90_10));
    for text in [
        "",
        "Uniform",
        "uniform:1",
        "zipf",
        "zipf:",
        "zipf:0",
        "zipf:0.0001",
        "zipf:10.001",
        "zipf:-1",
        "zipf:1e0",
        "zipf:nan",
        "hotspot",
        "hotspot:90",
        "hotspot:0/10",
        "hotspot:90/100",
        "hotspot:100/10",
        "hotspot:9.5/10",
        "hotspot:90/10/1",
        "hotspot:300/10",
        "pareto:0.9",
    ] {
        assert!(text.parse::<Distribution>().is_err(), "{text}");
    }
    assert_eq!(
        "pareto:0.9".parse::<Distribution>().unwrap_err().to_string(),
        "\"pareto:0.9\" is not a distribution: expected uniform, zipf:1.1 or hotspot:90/10"
    );
}

#[test]
fn uniform_draws_as_the_generator_does() {
    let (mut places, mut one, mut two) = (
        Places::new(&Distribution::Uniform, 1000),
        SplitMix64::new(5),
        SplitMix64::new(5),
    );
    assert!((0..100).all(|_| places.next(&mut one) == two.below(1000)));
}

#[test]
fn ninety_percent_of_the_accesses_go_to_ten_percent_of_the_places() {
    // 100 000 draws over 1000 places: 900 each on the 100 hot ones (deviation 30), 11.1 on the others
    // (deviation 3.3).
    let counts = sorted_counts(HOT_90_10, 1000, 100_000);
    let hot: u64 = counts[..100].iter().sum();
    // Deviation of the sum: sqrt(100 000 * 0.9 * 0.1) = 95.
    assert!(hot.abs_diff(90_000) < 5 * 95, "{hot}");
    assert!(
        counts[99] > 750 && counts[100] < 35,
        "{} and {}",
        counts[99],
        counts[100]
    );
    assert!(counts[999] > 0, "the cold places are used too");
}

#[test]
fn the_hottest_place_has_its_share_under_zipf_and_is_not_the_first() {
    // 1 / (sum of k^-1.1 for k up to 1000) = 1 / 5.5728 = 0.1794; deviation sqrt(100 000 * 0.179 * 0.821) =
    // 121.
    let counts = sorted_counts(ZIPF_1_1, 1000, 100_000);
    assert!(counts[0].abs_diff(17_944) < 5 * 121, "{}", counts[0]);
    let mut places = Places::new(&ZIPF_1_1, 1 << 30);
    let mut random = SplitMix64::new(3);
    let low = (0..1000).filter(|_| places.next(&mut random) < 1 << 20).count();
    assert!(low < 100, "{low} of 1000 accesses in the first thousandth");
}

#[test]
fn a_seed_repeats_its_places_in_later_versions() {
    // By a second program, in Python: the ranks that the samplers own test has, scattered.
    let mut places = Places::new(&ZIPF_1_1, 1 << 30);
    let mut random = SplitMix64::new(42);
    let drawn: Vec<u64> = (0..8).map(|_| places.next(&mut random)).collect();
    assert_eq!(
        drawn,
        [
            411_258_263,
            726_403_731,
            223_465_839,
            346_952_281,
            683_805_631,
            905_758_737,
            995_418_980,
            870_746_592
        ]
    );
}

#[test]
fn a_span_of_few_places_works_with_each() {
    for distribution in [Distribution::Uniform, ZIPF_1_1, HOT_90_10] {
        for places in 1..=3 {
            let counts = sorted_counts(distribution, places, 1000);
            assert!(
                counts.iter().all(|&count| count > 0),
                "{distribution} over {places}: {counts:?}"
            );
        }
    }
}

fn distributions() -> impl Strategy<Value = Distribution> {
    prop_oneof![
        Just(Distribution::Uniform),
        (1..=10_000_u32).prop_map(|theta_thousandths| Distribution::Zipf { theta_thousandths }),
        (1..=99_u8, 1..=99_u8).prop_map(|(accesses_percent, span_percent)| Distribution::HotSpot {
            accesses_percent,
            span_percent
        }),
    ]
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(distribution in distributions()) {
        prop_assert_eq!(distribution.to_string().parse(), Ok(distribution));
    }

    /// No draw leaves the span, whatever its size, and a seed repeats its draws.
    #[test]
    fn places_stay_below_their_limit(
        distribution in distributions(),
        places in 1..=u64::MAX,
        small in 1..=100_u64,
        seed: u64,
    ) {
        for limit in [places, small] {
            let draw = || {
                let (mut places, mut random) = (Places::new(&distribution, limit), SplitMix64::new(seed));
                (0..100).map(|_| places.next(&mut random)).collect::<Vec<_>>()
            };
            let drawn = draw();
            prop_assert!(drawn.iter().all(|&place| place < limit), "{:?} of {}", drawn, limit);
            prop_assert_eq!(drawn, draw());
        }
    }
}
