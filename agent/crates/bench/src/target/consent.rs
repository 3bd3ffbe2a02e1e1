//! The second key: whoever wants to write names the target once more, by what cannot be mistyped into another one.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

/// How the caller names the target a second time to be allowed to write to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WriteConsent {
    /// The serial numbers of all drives that are written: one, or each member's of a volume. Needed wherever drives have
    /// serial numbers.
    Serials(Vec<String>),
    /// The path once more, of a device without serial number.
    Device(PathBuf),
    /// The path once more, of a regular file.
    File(PathBuf),
}

/// What names a target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Needed {
    Serials(BTreeSet<String>),
    Device(PathBuf),
    File(PathBuf),
}

impl fmt::Display for Needed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Needed::Serials(serials) => {
                let options: Vec<String> = serials
                    .iter()
                    .map(|serial| format!("--write-serial {serial}"))
                    .collect();
                f.write_str(&options.join(" "))
            }
            Needed::Device(path) => write!(f, "--write-device {}", path.display()),
            Needed::File(path) => write!(f, "--write-file {}", path.display()),
        }
    }
}

/// Whether `consent` names the target that needs `needed`; if not, why. `is_target` tells whether a path leads to it.
pub(super) fn check(
    needed: &Needed,
    consent: Option<&WriteConsent>,
    is_target: impl Fn(&Path) -> bool,
) -> Result<(), String> {
    match (needed, consent) {
        (_, None) => Err("writing requires the target to be named a second time".into()),
        (Needed::Serials(serials), Some(WriteConsent::Serials(given))) => check_serials(serials, given),
        (Needed::Device(_), Some(WriteConsent::Device(named)))
        | (Needed::File(_), Some(WriteConsent::File(named))) => {
            if is_target(named) {
                Ok(())
            } else {
                Err(format!("it is not the same as {}", named.display()))
            }
        }
        _ => Err("it cannot be named for writing in this way".into()),
    }
}

/// Every drive must be named, and no other one.
fn check_serials(serials: &BTreeSet<String>, given: &[String]) -> Result<(), String> {
    let given: BTreeSet<String> = given.iter().map(|serial| serial.trim().to_owned()).collect();
    if let Some(foreign) = given.difference(serials).next() {
        return Err(match serials.len() {
            1 => format!("its serial number is not \"{foreign}\""),
            _ => format!("it has no drive with the serial number \"{foreign}\""),
        });
    }
    match serials.difference(&given).next() {
        None => Ok(()),
        Some(missing) => Err(format!(
            "it is made of {} drives, of which {missing} is not named",
            serials.len()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn needed(serials: &[&str]) -> Needed {
        Needed::Serials(serials.iter().map(ToString::to_string).collect())
    }

    fn given(serials: &[&str]) -> WriteConsent {
        WriteConsent::Serials(serials.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn every_drive_and_no_other_is_named_by_its_serial() {
        let refused = |needed: &Needed, consent: Option<WriteConsent>| {
            check(needed, consent.as_ref(), |_| true).unwrap_err()
        };
        let (one, two) = (needed(&["A1"]), needed(&["A1", "B2"]));
        assert_eq!(check(&one, Some(&given(&[" A1 "])), |_| false), Ok(()));
        assert_eq!(check(&two, Some(&given(&["B2", "A1"])), |_| false), Ok(()));
        assert!(refused(&one, Some(given(&["a1"]))).contains("is not \"a1\""));
        assert!(refused(&one, Some(given(&["A1", "B2"]))).contains("B2"));
        assert!(refused(&two, Some(given(&["A1"]))).contains("of which B2 is not named"));
        assert!(refused(&one, None).contains("a second time"));
        assert!(refused(&one, Some(WriteConsent::Device("/dev/x".into()))).contains("in this way"));
        assert!(refused(&needed(&[]), Some(given(&["A1"]))).contains("A1"));
        assert_eq!(two.to_string(), "--write-serial A1 --write-serial B2");
    }

    #[test]
    fn what_has_no_serial_is_named_by_its_path() {
        let device = Needed::Device("/dev/loop0".into());
        let consent = WriteConsent::Device("/dev/loop0".into());
        assert_eq!(
            check(&device, Some(&consent), |path| path == Path::new("/dev/loop0")),
            Ok(())
        );
        assert!(check(&device, Some(&consent), |_| false).is_err());
        assert!(check(&device, Some(&WriteConsent::File("/dev/loop0".into())), |_| true).is_err());
        assert!(check(&Needed::File("/f".into()), Some(&consent), |_| true).is_err());
    }
}
