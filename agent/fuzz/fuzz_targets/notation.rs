//! Everything that the command line and plans write in a notation of their own: no text may panic, and what is
//! read, written and read again stays the same.
#![no_main]

use crosspoint_bench::arrivals::Pace;
use crosspoint_bench::block_mix::BlockMix;
use crosspoint_bench::content::Data;
use crosspoint_bench::distribution::{Distribution, Places};
use crosspoint_bench::histogram::Latencies;
use crosspoint_bench::objective::Objective;
use crosspoint_bench::quantity::{ByteSize, Span, TimeSpan};
use crosspoint_bench::random::SplitMix64;
use libfuzzer_sys::fuzz_target;
use std::fmt::{Debug, Display};
use std::str::FromStr;

fuzz_target!(|text: &str| {
    let mut random = SplitMix64::new(text.len() as u64);
    if let Some(mix) = again::<BlockMix>(text) {
        let size = mix.pick(&mut random);
        assert!((mix.smallest()..=mix.largest()).contains(&size));
    }
    if let Some(distribution) = again::<Distribution>(text) {
        for limit in [1, 2, 3, random.next() >> (text.len() % 64), u64::MAX] {
            let limit = limit.max(1);
            let mut places = Places::new(&distribution, limit);
            assert!((0..16).all(|_| places.next(&mut random) < limit));
        }
    }
    if let Some(objective) = again::<Objective>(text) {
        let mut latencies = Latencies::new();
        (0..100).for_each(|_| latencies.record(random.next() >> 20));
        let _ = objective.met(&latencies);
    }
    again::<Pace>(text);
    again::<Data>(text);
    read::<ByteSize>(text);
    read::<TimeSpan>(text);
    if let Some(span) = read::<Span>(text) {
        let _ = span.bytes_of(random.next());
    }
});

/// Reads the text; an error has to say something.
fn read<T: FromStr<Err: Display>>(text: &str) -> Option<T> {
    match text.parse() {
        Ok(value) => Some(value),
        Err(error) => {
            assert!(!error.to_string().is_empty());
            None
        }
    }
}

/// Reads the text, and what it is written as, which has to be the same.
fn again<T: FromStr<Err: Display> + Display + PartialEq + Debug>(text: &str) -> Option<T> {
    let value: T = read(text)?;
    assert_eq!(read::<T>(&value.to_string()).as_ref(), Some(&value));
    Some(value)
}
