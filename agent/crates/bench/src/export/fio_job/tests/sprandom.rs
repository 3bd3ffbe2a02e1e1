//! The job of an sprandom fill, which fio ends by itself.

use super::*;

#[test]
fn an_sprandom_fill_says_what_it_assumes_and_has_no_size() {
    let fill = StreamRequest {
        pattern: Pattern::Sprandom,
        read_percent: 0,
        over_provisioning_percent: Some(28),
        ..stream()
    };
    let text = job(&Request {
        until: Until::Fills {
            thousandths: 1000,
            at_most: Duration::from_secs(60),
        },
        ..request(vec![fill])
    });
    let settings = settings(&text);
    for expected in [
        "rw=randwrite",
        "sprandom=1",
        "random_generator=lfsr",
        "spr_op=0.28",
        "runtime=60000ms",
    ] {
        assert!(settings.contains(&expected), "{expected} in {text}");
    }
    for other in ["norandommap", "io_size", "loops"] {
        assert!(!text.contains(other), "{other} in {text}");
    }
}
