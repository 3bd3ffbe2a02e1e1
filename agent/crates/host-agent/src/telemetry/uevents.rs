//! The kernel's word that a drive came, went or changed (netlink(7), `NETLINK_KOBJECT_UEVENT`), so that hot plug shows at
//! once. A container with a network of its own hears nothing; there the sampler's regular look at sysfs has to do.

use std::io;
use std::os::fd::AsRawFd;

use nix::errno::Errno;
use nix::sys::socket::{AddressFamily, NetlinkAddr, SockFlag, SockProtocol, SockType, bind, socket};
use tokio::net::UnixDatagram;

/// The multicast group of the kernel itself; udev's own words are in group 2.
const KERNEL_GROUP: u32 = 1;
/// The kernel's longest message (`UEVENT_BUFFER_SIZE`) and its head.
const MESSAGE_BYTES_MAX: usize = 8192;

/// What happened to an NVMe device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Uevent {
    /// A controller or namespace came, went, or says something new of itself; or messages were lost.
    HotPlug,
    /// A namespace was written by somebody, or its partitions were read anew: name of the block device.
    ContentChanged(String),
}

/// Listens; see the module.
pub struct Uevents {
    socket: Option<UnixDatagram>,
}

impl Uevents {
    /// Starts to listen. Where that is not allowed, nothing is ever heard.
    #[must_use]
    pub fn listen() -> Self {
        let socket = open()
            .inspect_err(
                |error| tracing::debug!(%error, "no uevents: new drives show with the next look at sysfs"),
            )
            .ok();
        Self { socket }
    }

    /// The next event; waits for ever where there is no socket. May be dropped and called again without losing any.
    pub async fn next(&mut self) -> Uevent {
        let Some(socket) = &self.socket else {
            return std::future::pending().await;
        };
        let mut message = [0; MESSAGE_BYTES_MAX];
        loop {
            match socket.recv(&mut message).await {
                Ok(length) => {
                    if let Some(event) = parse(&message[..length]) {
                        return event;
                    }
                }
                // More came than the socket holds: what was lost may have been about a drive.
                Err(error) if error.raw_os_error() == Some(Errno::ENOBUFS as i32) => return Uevent::HotPlug,
                Err(error) => {
                    tracing::warn!(%error, "uevents have stopped: new drives show with the next look at sysfs");
                    break;
                }
            }
        }
        self.socket = None;
        std::future::pending().await
    }
}

/// The standard library and Tokio have no netlink socket; to receive from it, it is a datagram socket like any other.
fn open() -> io::Result<UnixDatagram> {
    let flags = SockFlag::SOCK_NONBLOCK | SockFlag::SOCK_CLOEXEC;
    let protocol = SockProtocol::NetlinkKObjectUEvent;
    let socket = socket(AddressFamily::Netlink, SockType::Datagram, flags, protocol)?;
    bind(socket.as_raw_fd(), &NetlinkAddr::new(0, KERNEL_GROUP))?;
    UnixDatagram::from_std(socket.into())
}

/// `add@/devices/…`, then `KEY=value`, each ended by a NUL.
fn parse(message: &[u8]) -> Option<Uevent> {
    let text = String::from_utf8_lossy(message);
    let value = |key: &str| {
        text.split('\0')
            .filter_map(|pair| pair.split_once('='))
            .find_map(|(name, value)| (name == key).then_some(value))
    };
    let name = value("DEVNAME").filter(|name| name.starts_with("nvme"))?;
    match (value("SUBSYSTEM")?, value("ACTION")?) {
        ("block", "change") => Some(Uevent::ContentChanged(name.to_owned())),
        ("nvme" | "block", _) => Some(Uevent::HotPlug),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn message(pairs: &[&str]) -> Vec<u8> {
        pairs
            .iter()
            .flat_map(|pair| [pair.as_bytes(), b"\0"].concat())
            .collect()
    }

    #[test]
    fn takes_only_what_is_about_nvme() {
        let head = "add@/devices/pci0000:5d/0000:5e:00.0/nvme/nvme0";
        for (pairs, expected) in [
            (
                ["ACTION=add", "SUBSYSTEM=nvme", "DEVNAME=nvme0"],
                Some(Uevent::HotPlug),
            ),
            (
                ["ACTION=remove", "SUBSYSTEM=block", "DEVNAME=nvme0n1"],
                Some(Uevent::HotPlug),
            ),
            (
                ["ACTION=change", "SUBSYSTEM=block", "DEVNAME=nvme0n1"],
                Some(Uevent::ContentChanged("nvme0n1".into())),
            ),
            (["ACTION=change", "SUBSYSTEM=block", "DEVNAME=sda"], None),
            (["ACTION=add", "SUBSYSTEM=nvme-generic", "DEVNAME=nvme0"], None),
            (["ACTION=add", "SUBSYSTEM=nvme", "X=Y"], None),
        ] {
            let message = message(&[&[head], &pairs[..]].concat());
            assert_eq!(parse(&message), expected, "{pairs:?}");
        }
        assert_eq!(parse(b"\xff\xfe libudev"), None);
    }

    /// Only root can make the kernel say something: it repeats itself for a device that is there.
    #[tokio::test]
    async fn hears_the_kernel() {
        let socket = open();
        let spoken = std::fs::write("/sys/devices/virtual/mem/null/uevent", "change");
        let (Ok(socket), Ok(())) = (socket, spoken) else {
            eprintln!("skipped: uevents need root and the host's network");
            return;
        };
        let mut buffer = [0; MESSAGE_BYTES_MAX];
        let Ok(heard) = tokio::time::timeout(Duration::from_secs(2), socket.recv(&mut buffer)).await else {
            eprintln!("skipped: this container hears no uevents");
            return;
        };
        let length = heard.unwrap();
        let text = String::from_utf8_lossy(&buffer[..length]).into_owned();
        assert!(
            text.contains("ACTION=change\0") && text.contains("DEVNAME=null\0"),
            "{text:?}"
        );
    }
}
