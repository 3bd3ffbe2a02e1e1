//! By which clock events are dated. Samples lie in the order of their times, and a counter that is lower than one before it was reset:
//! one sample of a clock that was ahead, among those of the time when it was right again, adds to a drive's past all that it ever wrote.
//! So a host's clock that is wrong is not believed. Which of two clocks that differ is wrong is told by how each went on, beside the time
//! since boot, which never jumps.

/// No further apart than this, the clocks of host and server agree. Less than what lies between two samples of a drive.
pub const AGREED_MS: u64 = 5000;
/// A clock that is set back by less is waited for.
const HELD_MS: u64 = 60_000;
/// Before anybody had this program (2026-01-01): no server's clock is right that shows less.
const UNBORN_MS: u64 = 1_767_225_600_000;

/// What the server's clock was like when it was heard last. Times are those at boot: of a clock that goes on steadily always the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heard {
    server_at_boot_ms: i64,
    /// Of the clock that was right; absent until a server's clock was heard that can be.
    right_at_boot_ms: Option<i64>,
}

impl Heard {
    /// The server's clock shows `server_ms`, and this host's `own_ms`. The first word of a server is believed.
    #[must_use]
    pub fn after(before: Option<Self>, server_ms: u64, own_ms: u64, boot_ms: u64) -> Self {
        let heard = Self {
            server_at_boot_ms: at_boot(server_ms, boot_ms),
            right_at_boot_ms: before.and_then(|before| before.right_at_boot_ms),
        };
        let is_right = server_ms >= UNBORN_MS && !heard.has_jumped(at_boot(own_ms, boot_ms));
        Self {
            right_at_boot_ms: if is_right {
                Some(heard.server_at_boot_ms)
            } else {
                heard.right_at_boot_ms
            },
            ..heard
        }
    }

    /// What the server's clock shows now.
    #[must_use]
    pub fn server_ms(&self, boot_ms: u64) -> u64 {
        by_clock(self.server_at_boot_ms, boot_ms)
    }

    /// The time of now, when this host's clock shows `own_ms`.
    #[must_use]
    pub fn event_ms(&self, own_ms: u64, boot_ms: u64) -> u64 {
        let own = at_boot(own_ms, boot_ms);
        let is_own_right = self.right_at_boot_ms.is_none() || self.agrees(own) || self.has_jumped(own);
        if is_own_right {
            own_ms
        } else {
            self.server_ms(boot_ms)
        }
    }

    fn agrees(&self, own: i64) -> bool {
        own.abs_diff(self.server_at_boot_ms) <= AGREED_MS
    }

    /// Whether the server's clock is the one of the two that left the time that was right.
    fn has_jumped(&self, own: i64) -> bool {
        let Some(right) = self.right_at_boot_ms else {
            return false;
        };
        !self.agrees(own) && own.abs_diff(right) < self.server_at_boot_ms.abs_diff(right)
    }
}

/// The time to date by after `last_ms`: a clock that was set back a little stands until it is there again.
#[must_use]
pub fn held(last_ms: u64, told_ms: u64) -> u64 {
    let is_held = told_ms < last_ms && last_ms - told_ms < HELD_MS;
    if is_held { last_ms + 1 } else { told_ms }
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

    const MINUTE: u64 = 60_000;
    const HOUR: u64 = 60 * MINUTE;
    /// The true time at boot: 2026.
    const BOOT: u64 = 1_790_000_000_000;

    /// What an event is dated by, `boot_ms` after boot, beside the true time; `own` and `server` are how far the clocks are ahead.
    struct Host {
        heard: Option<Heard>,
        boot_ms: u64,
    }

    impl Host {
        fn booted() -> Self {
            Self {
                heard: None,
                boot_ms: MINUTE,
            }
        }

        fn hears(&mut self, server: i64, own: i64) -> &mut Self {
            self.boot_ms += MINUTE;
            let ahead = |by: i64| (BOOT + self.boot_ms).saturating_add_signed(by);
            self.heard = Some(Heard::after(self.heard, ahead(server), ahead(own), self.boot_ms));
            self
        }

        /// How far an event's time is ahead.
        fn dates(&mut self, own: i64) -> i64 {
            self.boot_ms += MINUTE;
            let now = BOOT + self.boot_ms;
            let own_ms = now.saturating_add_signed(own);
            let told = self
                .heard
                .map_or(own_ms, |heard| heard.event_ms(own_ms, self.boot_ms));
            signed(told) - signed(now)
        }
    }

    const H: i64 = HOUR as i64;

    #[test]
    fn its_own_clock_dates_events_while_it_agrees_with_the_servers_and_before_that_is_heard() {
        assert_eq!(Host::booted().dates(2 * H), 2 * H);
        assert_eq!(Host::booted().hears(0, 4_000).dates(4_000), 4_000);
        assert_eq!(Host::booted().hears(0, -4_000).dates(-4_000), -4_000);
    }

    #[test]
    fn a_clock_that_was_wrong_at_boot_dates_nothing_until_it_is_set() {
        for own in [2 * H, -2 * H, -(BOOT as i64)] {
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
        assert_eq!(host.dates(2 * H), 0);
        assert_eq!(host.hears(0, 2 * H).hears(0, 2 * H).dates(2 * H), 0);
        assert_eq!(host.dates(-H), 0);
    }

    #[test]
    fn a_clock_that_drifts_away_is_left_where_it_no_longer_agrees() {
        let mut host = Host::booted();
        for own in (0..20_000).step_by(100) {
            let told = host.hears(0, own).dates(own);
            assert_eq!(told, if own <= 5_000 { own } else { 0 });
        }
    }

    #[test]
    fn a_server_whose_clock_jumps_takes_no_host_with_it() {
        let mut host = Host::booted();
        host.hears(0, 0).hears(0, 0);
        for server in [2 * H, 2 * H + 1, -3 * H, 0] {
            assert_eq!(host.hears(server, 0).dates(0), 0, "{server}");
        }
        // And back: a host whose own clock jumps then is found out again.
        assert_eq!(host.hears(0, 2 * H).dates(2 * H), 0);
    }

    #[test]
    fn a_server_that_cannot_be_right_is_not_believed() {
        let unborn = 1 - signed(BOOT);
        assert_eq!(Host::booted().hears(unborn, 0).dates(0), 0);
        assert_eq!(Host::booted().hears(0, 0).hears(unborn, 0).dates(0), 0);
    }

    #[test]
    fn a_clock_that_is_set_back_a_little_stands_and_one_that_is_set_back_far_is_followed() {
        assert_eq!(held(BOOT, BOOT + 1), BOOT + 1);
        assert_eq!(held(BOOT, BOOT), BOOT);
        assert_eq!(held(BOOT, BOOT - 59_999), BOOT + 1);
        assert_eq!(held(BOOT, BOOT - MINUTE), BOOT - MINUTE);
    }
}
