//! The status field of a completion queue entry in words (NVM Express Base Specification 2.0, section 3.3.3.2.1; NVM
//! Command Set Specification for those of the I/O commands).

use std::fmt;

/// The status field without the phase tag: status code in bits 7:0, its type in 10:8, More in 13, Do Not Retry in 14.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Status(u16);

impl Status {
    /// Finds the status in what nvme-cli printed: `NVMe status: Feature Not Changeable(0x410e)`. Versions before 2.0
    /// print the number without `0x`, and the kernel's errors carry none.
    #[must_use]
    pub fn find(printed: &str) -> Option<Self> {
        printed.lines().find_map(Self::find_in_line)
    }

    fn find_in_line(line: &str) -> Option<Self> {
        let at = line.to_ascii_lowercase().find("nvme status")?;
        // The number stands last: the words before it may have parentheses of their own.
        let found = line[at..].rsplit('(').find_map(|rest| {
            let (digits, _) = rest.split_once(')')?;
            u16::from_str_radix(digits.strip_prefix("0x").unwrap_or(digits), 16).ok()
        });
        found.filter(|field| *field <= 0x7fff).map(Self)
    }

    /// The status whose field has this number; its reserved bit 15 is left out.
    #[must_use]
    pub fn of_field(field: u16) -> Self {
        Self(field & 0x7fff)
    }

    /// The field as a number, as it travels.
    #[must_use]
    pub fn field(self) -> u16 {
        self.0
    }

    fn code_type(self) -> u8 {
        (self.0 >> 8 & 0b111) as u8
    }

    fn code(self) -> u8 {
        (self.0 & 0xff) as u8
    }

    /// The specification's name of the code.
    #[must_use]
    pub fn known_name(self) -> Option<&'static str> {
        let table = match self.code_type() {
            0 => GENERIC,
            1 => COMMAND_SPECIFIC,
            2 => MEDIA,
            3 => PATH,
            _ => return None,
        };
        look_up(table, self.code())
    }

    /// The specification's name of the code, or what kind of code it is.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.known_name().unwrap_or(match self.code_type() {
            0 => "a generic status that this agent does not know",
            1 => "a command specific status that this agent does not know",
            2 => "a media or data integrity error",
            3 => "a path related status",
            7 => "a status of the vendor's own",
            _ => "a reserved status",
        })
    }
}

impl fmt::Display for Status {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} ({:X}h", self.name(), self.0)?;
        if self.0 & 1 << 14 != 0 {
            write!(formatter, ", do not retry")?;
        }
        write!(formatter, ")")
    }
}

fn look_up(table: &[(u8, &'static str)], code: u8) -> Option<&'static str> {
    table
        .iter()
        .find(|(known, _)| *known == code)
        .map(|(_, name)| *name)
}

/// Status code type 0h.
const GENERIC: &[(u8, &str)] = &[
    (0x00, "Successful Completion"),
    (
        0x01,
        "Invalid Command Opcode: the drive does not have this command",
    ),
    (
        0x02,
        "Invalid Field in Command: the drive does not take this value",
    ),
    (0x03, "Command ID Conflict"),
    (0x04, "Data Transfer Error"),
    (0x05, "Commands Aborted due to Power Loss Notification"),
    (0x06, "Internal Error"),
    (0x07, "Command Abort Requested"),
    (0x0b, "Invalid Namespace or Format"),
    (0x0c, "Command Sequence Error"),
    (0x15, "Operation Denied"),
    (0x18, "Host Identifier Inconsistent Format"),
    (
        0x1c,
        "Sanitize Failed: the last sanitize failed, and the drive waits for another",
    ),
    (
        0x1d,
        "Sanitize In Progress: the drive takes nothing else until it is done",
    ),
    (0x1e, "SGL Data Block Granularity Invalid"),
    (0x20, "Namespace is Write Protected"),
    (0x21, "Command Interrupted"),
    (0x22, "Transient Transport Error"),
    (0x23, "Command Prohibited by Command and Feature Lockdown"),
    (0x24, "Admin Command Media Not Ready"),
    (0x80, "LBA Out of Range"),
    (0x81, "Capacity Exceeded"),
    (0x82, "Namespace Not Ready"),
    (0x83, "Reservation Conflict"),
    (0x84, "Format In Progress"),
];

/// Status code type 1h.
const COMMAND_SPECIFIC: &[(u8, &str)] = &[
    (0x06, "Invalid Firmware Slot"),
    (0x07, "Invalid Firmware Image"),
    (0x09, "Invalid Log Page"),
    (0x0a, "Invalid Format: the drive cannot be formatted so"),
    (0x0b, "Firmware Activation Requires Conventional Reset"),
    (0x0d, "Feature Identifier Not Saveable"),
    (
        0x0e,
        "Feature Not Changeable: the drive does not let this be changed",
    ),
    (0x0f, "Feature Not Namespace Specific"),
    (0x10, "Firmware Activation Requires NVM Subsystem Reset"),
    (0x12, "Firmware Activation Requires Maximum Time Violation"),
    (0x14, "Overlapping Range"),
    (0x1d, "Device Self-test In Progress: another self-test is running"),
    (0x1e, "Boot Partition Write Prohibited"),
    (0x20, "Invalid Secondary Controller State"),
    (
        0x23,
        "Sanitize Prohibited While Persistent Memory Region is Enabled",
    ),
    (0x80, "Conflicting Attributes"),
    (0x81, "Invalid Protection Information"),
    (0x82, "Attempted Write to Read Only Range"),
];

/// Status code type 2h.
const MEDIA: &[(u8, &str)] = &[
    (0x80, "Write Fault"),
    (0x81, "Unrecovered Read Error"),
    (0x82, "End-to-end Guard Check Error"),
    (0x85, "Compare Failure"),
    (0x86, "Access Denied"),
    (0x87, "Deallocated or Unwritten Logical Block"),
];

/// Status code type 3h.
const PATH: &[(u8, &str)] = &[(0x70, "Host Pathing Error"), (0x71, "Command Aborted By Host")];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_number_in_the_words_of_every_version() {
        for (printed, field) in [
            ("NVMe status: Feature Identifier Not Changeable(0x410e)", 0x410e),
            (
                "NVMe status: Invalid Field in Command: A reserved coded value (or so) (0x4002)\n",
                0x4002,
            ),
            ("NVMe Status:FEATURE_NOT_CHANGEABLE(410e) NSID:1", 0x410e),
            (
                "NVMe status: Invalid Field(0x4002)\nnothing was done (bad)",
                0x4002,
            ),
            ("set-feature:02\nNVMe status: INVALID_OPCODE: (0x2001)", 0x2001),
        ] {
            assert_eq!(Status::find(printed).map(Status::field), Some(field), "{printed}");
        }
        for printed in [
            "",
            "Permission denied (13)",
            "NVMe status: unknown",
            "NVMe status: (0x1ffff)",
        ] {
            assert_eq!(Status::find(printed), None, "{printed}");
        }
    }

    #[test]
    fn says_it_in_words() {
        assert_eq!(
            Status(0x410e).to_string(),
            "Feature Not Changeable: the drive does not let this be changed (410Eh, do not retry)"
        );
        assert_eq!(
            Status(0x001d).to_string(),
            "Sanitize In Progress: the drive takes nothing else until it is done (1Dh)"
        );
        assert_eq!(Status(0x0281).name(), "Unrecovered Read Error");
        assert_eq!(Status(0x0371).name(), "Command Aborted By Host");
        assert_eq!(Status(0x07ff).name(), "a status of the vendor's own");
        assert_eq!(Status(0x07ff).known_name(), None);
        assert_eq!(
            Status(0x01ff).name(),
            "a command specific status that this agent does not know"
        );
    }
}
