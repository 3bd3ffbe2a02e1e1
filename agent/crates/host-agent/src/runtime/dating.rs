//! By which clock events are dated. Samples lie in the order of their times, and a counter that is lower than one before it was reset:
//! one sample of a clock that was ahead, among those of the time when it was right again, adds to a drive's past all that it ever wrote.
//! So there is a time that is taken for right, which goes on by the time since boot, that never jumps. A host's clock dates events while
//! it agrees with that; the server's only keeps it right.

/// No further apart than this, two clocks agree; beyond it, a person is told.
pub const AGREED_MS: u64 = 5000;
/// By so much the right time follows the server's clock each time that it is heard: faster than any clock drifts.
const FOLLOWED_MS: i64 = 50;
/// A server that says another time for so long is believed, where nobody says the right one any more.
const BELIEVED_AFTER_MS: u64 = 10 * 60_000;
/// What dates events is set back by less only in going slower, so that nothing stands before what came before it.
const SLOWED_MS: u64 = 60_000;
/// Before anybody had this program (2026-01-01): no server's clock is right that shows less.
const UNBORN_MS: u64 = 1_767_225_600_000;

/// What is known of the time since a server was heard. Clocks are told by what they showed at boot, which of a clock that goes on
/// steadily is always the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heard {
    server: i64,
    /// Absent until a server was heard that can be right.
    right: Option<i64>,
    apart: Option<Apart>,
}

/// A server's clock that is not right, by all that is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Apart {
    server: i64,
    since_boot_ms: u64,
}

impl Heard {
    /// The server's clock shows `server_ms`, and this host's `own_ms`. The first word of a server is believed.
    #[must_use]
    pub fn after(before: Option<Self>, server_ms: u64, own_ms: u64, boot_ms: u64) -> Self {
        let (server, own) = (at_boot(server_ms, boot_ms), at_boot(own_ms, boot_ms));
        let right = before.and_then(|before| before.right);
        let is = |right, apart| Self { server, right, apart };
        if server_ms < UNBORN_MS {
            return is(right, None);
        }
        let Some(right) = right else {
            return is(Some(server), None);
        };
        if agree(server, right) {
            let step = (server - right).clamp(-FOLLOWED_MS, FOLLOWED_MS);
            return is(Some(right + step), None);
        }
        // Two of three.
        if agree(server, own) {
            return is(Some(server), None);
        }
        let known = before
            .and_then(|before| before.apart)
            .filter(|known| agree(known.server, server));
        let apart = known.unwrap_or(Apart {
            server,
            since_boot_ms: boot_ms,
        });
        let is_believed = !agree(own, right) && boot_ms - apart.since_boot_ms >= BELIEVED_AFTER_MS;
        if is_believed {
            is(Some(server), None)
        } else {
            is(Some(right), Some(apart))
        }
    }

    /// What the server's clock shows now.
    #[must_use]
    pub fn server_ms(&self, boot_ms: u64) -> u64 {
        by_clock(self.server, boot_ms)
    }

    /// The time of now, when this host's clock shows `own_ms`.
    #[must_use]
    pub fn time_ms(&self, own_ms: u64, boot_ms: u64) -> u64 {
        match self.right {
            Some(right) if !agree(at_boot(own_ms, boot_ms), right) => by_clock(right, boot_ms),
            _ => own_ms,
        }
    }
}

/// What events were dated by last.
#[derive(Debug, Clone, Copy, Default)]
pub struct Dated {
    boot_ms: u64,
    time_ms: u64,
}

impl Dated {
    /// Goes on to `time_ms`; more slowly where that was set back by little.
    #[must_use]
    pub fn on(self, time_ms: u64, boot_ms: u64) -> Self {
        let least_ms = self.time_ms + boot_ms.saturating_sub(self.boot_ms) * 9 / 10;
        let is_slowed = time_ms < least_ms && least_ms - time_ms < SLOWED_MS;
        Self {
            boot_ms,
            time_ms: if is_slowed { least_ms } else { time_ms },
        }
    }

    /// When it was `own_ms` by this host's clock, which shows `own_now_ms` now. A clock that was set meanwhile does not tell.
    #[must_use]
    pub fn then_ms(self, own_ms: u64, own_now_ms: u64) -> u64 {
        let ago_ms = own_now_ms
            .checked_sub(own_ms)
            .filter(|ago_ms| *ago_ms < SLOWED_MS);
        self.time_ms - ago_ms.unwrap_or_default().min(self.time_ms)
    }
}

fn agree(a: i64, b: i64) -> bool {
    a.abs_diff(b) <= AGREED_MS
}

fn at_boot(time_ms: u64, boot_ms: u64) -> i64 {
    signed(time_ms).saturating_sub(signed(boot_ms))
}

fn by_clock(at_boot_ms: i64, boot_ms: u64) -> u64 {
    u64::try_from(at_boot_ms.saturating_add(signed(boot_ms))).unwrap_or_default()
}

fn signed(ms: u64) -> i64 {
    i64::try_from(ms).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: u64 = 1000;
    const MINUTE: u64 = 60 * SECOND;
    /// Two hours.
    const H: i64 = 2 * 3_600_000;
    /// The true time at boot: 2026.
    const BOOT: u64 = 1_790_000_000_000;

    /// A host that hears its server each half minute. `own` and `server` are how far the clocks are ahead of the true time.
    struct Host {
        heard: Option<Heard>,
        dated: Dated,
        boot_ms: u64,
    }

    impl Host {
        fn booted() -> Self {
            Self {
                heard: None,
                dated: Dated::default(),
                boot_ms: MINUTE,
            }
        }

        fn ahead(&self, by: i64) -> u64 {
            (BOOT + self.boot_ms).saturating_add_signed(by)
        }

        fn hears(&mut self, server: i64, own: i64) -> &mut Self {
            self.boot_ms += 30 * SECOND;
            self.heard = Some(Heard::after(
                self.heard,
                self.ahead(server),
                self.ahead(own),
                self.boot_ms,
            ));
            self
        }

        /// How far the time of an event is ahead.
        fn dates(&mut self, own: i64) -> i64 {
            self.boot_ms += SECOND;
            let own_ms = self.ahead(own);
            let time_ms = self
                .heard
                .map_or(own_ms, |heard| heard.time_ms(own_ms, self.boot_ms));
            self.dated = self.dated.on(time_ms, self.boot_ms);
            signed(self.dated.time_ms) - signed(self.ahead(0))
        }
    }

    #[test]
    fn its_own_clock_dates_events_while_it_agrees_with_the_servers_and_before_that_is_heard() {
        assert_eq!(Host::booted().dates(H), H);
        assert_eq!(Host::booted().hears(0, 4_000).dates(4_000), 4_000);
        assert_eq!(Host::booted().hears(0, -4_000).dates(-4_000), -4_000);
    }

    #[test]
    fn a_clock_that_was_wrong_at_boot_dates_nothing_until_it_is_set() {
        for own in [H, -H, 20_000, -signed(BOOT)] {
            let mut host = Host::booted();
            assert_eq!(host.hears(0, own).dates(own), 0, "{own}");
            assert_eq!(host.hears(0, own).dates(own), 0, "{own}");
            // NTP has come.
            assert_eq!(host.dates(1), 1, "{own}");
            assert_eq!(host.hears(0, 1).dates(1), 1, "{own}");
        }
    }

    #[test]
    fn a_clock_that_is_set_wrong_is_not_followed_from_that_moment_on() {
        let mut host = Host::booted();
        host.hears(0, 0);
        assert_eq!(host.dates(H), 0);
        assert_eq!(host.hears(0, H).hears(0, H).dates(H), 0);
        assert_eq!(host.dates(-H), 0);
    }

    #[test]
    fn a_server_whose_clock_jumps_takes_no_host_with_it() {
        for own in [0, H, -60_000] {
            let mut host = Host::booted();
            host.hears(0, own).hears(0, own);
            for server in [12 * H, 12 * H + 1, -3 * H, 0] {
                assert_eq!(host.hears(server, own).dates(own), 0, "{own}, {server}");
            }
        }
    }

    #[test]
    fn a_server_that_was_wrong_is_left_once_the_host_agrees_with_another_time_or_it_stays_there() {
        // The host's clock was right all the time.
        let mut host = Host::booted();
        assert_eq!(host.hears(H, 0).dates(0), H);
        assert_eq!(host.hears(0, 0).dates(0), 0);
        // Neither was.
        let mut host = Host::booted();
        assert_eq!(host.hears(H, -H).dates(-H), H);
        for _ in 0..20 {
            assert_eq!(host.hears(0, -H).dates(-H), H);
        }
        assert_eq!(host.hears(0, -H).dates(-H), 0);
    }

    #[test]
    fn of_two_servers_that_differ_one_dates_the_events_of_a_host_that_is_wrong() {
        let mut host = Host::booted();
        for server in [0, 120_000, 0, 120_000, 0, 0, 120_000] {
            assert_eq!(host.hears(server, H).dates(H), 0, "{server}");
        }
        // They need not differ by much.
        let mut host = Host::booted();
        for server in [0, 4_000, 0, 4_000, 0] {
            assert!(host.hears(server, H).dates(H) <= 100, "{server}");
        }
    }

    #[test]
    fn a_server_that_cannot_be_right_is_not_believed() {
        let unborn = 1 - signed(BOOT);
        assert_eq!(Host::booted().hears(unborn, 0).dates(0), 0);
        assert_eq!(Host::booted().hears(0, H).hears(unborn, H).dates(H), 0);
    }

    /// The times of events that are told at these moments, beside a clock that is so far ahead then.
    fn times(ahead: &[i64], step_ms: u64) -> Vec<i64> {
        let mut host = Host::booted();
        let times = ahead.iter().map(|own| {
            host.boot_ms += step_ms - SECOND;
            host.dates(*own) + signed(host.boot_ms)
        });
        times.collect()
    }

    #[test]
    fn what_is_set_back_by_less_than_a_minute_goes_slower_until_it_is_there() {
        let own: Vec<i64> = [40_000].into_iter().chain([0; 60]).collect();
        let told = times(&own, 10 * SECOND);
        assert!(told.windows(2).all(|pair| pair[1] - pair[0] >= 9_000), "{told:?}");
        // 40 s at a tenth of a second each second.
        assert_eq!(told[60] - signed(MINUTE + 610 * SECOND), 0);
        assert!(told[39] - signed(MINUTE + 400 * SECOND) > 0);
        // Further back it is followed at once.
        let told = times(&[61_000, 0], 10 * SECOND);
        assert!(told[1] < told[0]);
    }

    #[test]
    fn an_event_is_as_old_as_its_host_says_unless_its_clock_was_set_meanwhile() {
        let dated = Dated::default().on(BOOT, MINUTE);
        let own_now = BOOT - 7 * 3_600_000;
        assert_eq!(dated.then_ms(own_now - 8_000, own_now), BOOT - 8_000);
        assert_eq!(dated.then_ms(own_now, own_now), BOOT);
        for set in [own_now - 2 * MINUTE, own_now + 1] {
            assert_eq!(dated.then_ms(set, own_now), BOOT);
        }
    }
}
