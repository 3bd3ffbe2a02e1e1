//! Which file an opened one is.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::fs::File;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::str::FromStr;
use std::time::UNIX_EPOCH;

/// What tells a regular file from any other, also from a later one that was given its inode number, as file systems do at
/// once; but that only where the file system records when a file was born (ext4, XFS, btrfs and ZFS do; old ext3 does not).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FileIdentity {
    device: u64,
    inode: u64,
    /// Nanoseconds since 1970, if the file system says.
    #[serde(default)]
    born_ns: Option<u64>,
}

impl FileIdentity {
    /// Of an opened file; an error if it is not a regular one.
    pub fn of(file: &File) -> io::Result<Self> {
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            return Err(io::Error::other("it is not a regular file"));
        }
        let born = metadata
            .created()
            .ok()
            .and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        Ok(FileIdentity {
            device: metadata.dev(),
            inode: metadata.ino(),
            born_ns: born.and_then(|since| u64::try_from(since.as_nanos()).ok()),
        })
    }

    /// Whether `found` is the file that had this identity, in an earlier boot too: then its device may have another number. The time
    /// of its birth, to the nanosecond, and its inode are enough; without the former the device must be the same.
    pub fn is_again(&self, found: &Self) -> bool {
        self == found
            || (self.born_ns.is_some() && (self.inode, self.born_ns) == (found.inode, found.born_ns))
    }

    /// Whether the file system said when it was born. If not, another file may have the same identity one day.
    pub fn has_birth_time(&self) -> bool {
        self.born_ns.is_some()
    }
}

/// `device:inode:born`, the last a `-` where it is not known.
impl fmt::Display for FileIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:", self.device, self.inode)?;
        match self.born_ns {
            Some(born_ns) => write!(f, "{born_ns}"),
            None => f.write_str("-"),
        }
    }
}

impl FromStr for FileIdentity {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let fields: Vec<&str> = text.split(':').collect();
        let number = |field: &str| field.parse().ok();
        let identity = match fields[..] {
            [device, inode, born] => number(device).zip(number(inode)).and_then(|(device, inode)| {
                let born_ns = match born {
                    "-" => None,
                    born => Some(number(born)?),
                };
                Some(FileIdentity {
                    device,
                    inode,
                    born_ns,
                })
            }),
            _ => None,
        };
        identity.ok_or_else(|| "expected DEVICE:INODE:BORN, with - for a birth time that is not known".into())
    }
}
