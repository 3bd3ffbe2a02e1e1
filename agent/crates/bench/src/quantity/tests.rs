use super::*;

#[test]
fn sizes_are_powers_of_1024_and_exact() {
    for (text, bytes) in [
        ("512", 512),
        ("512b", 512),
        ("4k", 4096),
        ("4K", 4096),
        ("4 KiB", 4096),
        ("1.5k", 1536),
        ("128kib", 131_072),
        ("1M", 1_048_576),
        ("10G", 10_737_418_240),
        ("0.5G", 536_870_912),
        ("2t", 2_199_023_255_552),
    ] {
        assert_eq!(text.parse::<ByteSize>().map(ByteSize::bytes), Ok(bytes), "{text}");
    }
}

#[test]
fn a_size_that_is_ambiguous_or_no_number_is_refused() {
    for text in [
        "",
        "k",
        ".",
        "1.",
        ".5k",
        "1..5k",
        "4kB",
        "4 MB",
        "-4k",
        "4x",
        "0.3b",
        "4k4",
        "20000000T",
        "1.0000000001k",
    ] {
        assert!(text.parse::<ByteSize>().is_err(), "{text}");
    }
}

#[test]
fn times() {
    for (text, ms) in [
        ("30s", 30_000),
        ("30", 30_000),
        ("500ms", 500),
        ("1.5s", 1500),
        ("5m", 300_000),
        ("1h", 3_600_000),
    ] {
        assert_eq!(
            text.parse::<TimeSpan>().map(TimeSpan::duration),
            Ok(Duration::from_millis(ms)),
            "{text}"
        );
    }
    // The last is 18 446 744 073 709 551 615.999999999 h: 6.6e40 parts of a nanosecond, more than a u128 holds.
    let too_long = format!("{}.999999999h", u64::MAX);
    for text in ["", "s", "30 days", "-1s", "1M", "99999999999h", &too_long] {
        assert!(text.parse::<TimeSpan>().is_err(), "{text}");
    }
}

#[test]
fn spans() {
    assert_eq!("10G".parse(), Ok(Span::Bytes(10_737_418_240)));
    assert_eq!("100%".parse(), Ok(Span::WHOLE));
    assert_eq!("12.5%".parse(), Ok(Span::PartsPerMillion(125_000)));
    for text in ["0%", "101%", "%", "-5%", "0.00001%"] {
        assert!(text.parse::<Span>().is_err(), "{text}");
    }
    // A quarter of the largest capacity must not overflow on the way.
    assert_eq!(Span::PartsPerMillion(250_000).bytes_of(u64::MAX), u64::MAX / 4);
}

#[test]
fn what_a_person_reads() {
    assert_eq!(format_bytes(512), "512 B");
    assert_eq!(format_bytes(4096), "4 KiB");
    assert_eq!(format_bytes(1_572_864), "1.5 MiB");
    assert_eq!(format_ns(812.0), "812 ns");
    assert_eq!(format_ns(12_340.0), "12.34 µs");
    assert_eq!(format_rate(9_999.0), "9999");
    assert_eq!(format_rate(1_210_000.0), "1.210 M");
}
