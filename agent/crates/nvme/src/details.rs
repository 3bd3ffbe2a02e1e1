//! What a drive knows of itself and seldom changes: logs and settings, read at start, on a change, and once a day.
//!
//! At most ten children of nvme-cli for one drive. Nothing is asked that the drive does not claim to have
//! ([`Capabilities`](crate::decode::Capabilities)) or is not known to answer ([`crate::model`]).

use crate::decode::{
    ERROR_LOG_ENTRY_BYTES, ErrorLogEntry, FIRMWARE_LOG_BYTES, FirmwareSlots, IdentifyController,
    SELF_TEST_LOG_BYTES, SUPPORTED_LOG_BYTES, SelfTestLog, Supported, vendor,
};
use crate::drive::DriveReader;
use crate::feature;
use crate::model::{GovernorSetting, vendor_knowledge};
use crate::problem::{Problem, ProblemKind};

/// Entries of the error log that are read at most.
pub(crate) const ERROR_LOG_ENTRIES_MAX: u16 = 64;

pub(crate) mod log_page {
    pub const SUPPORTED_LOGS: u8 = 0x00;
    pub const ERROR: u8 = 0x01;
    pub const FIRMWARE_SLOT: u8 = 0x03;
    pub const SELF_TEST: u8 = 0x06;
    pub const FEATURE_EFFECTS: u8 = 0x12;
    pub const OCP_EXTENDED_SMART: u8 = 0xc0;
    pub const INTEL_ADDITIONAL_SMART: u8 = 0xca;
}

/// See the module. A field is absent where the drive does not have it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Details {
    /// The newest first.
    pub error_log: Vec<ErrorLogEntry>,
    /// Log 06h.
    pub self_test: Option<SelfTestLog>,
    /// Log 03h.
    pub firmware: Option<FirmwareSlots>,
    /// Feature 06h, bit 0.
    pub write_cache_enabled: Option<bool>,
    /// Feature 10h.
    pub thermal_management: Option<ThermalManagementSetting>,
    /// Vendor feature C6h.
    pub power_governor: Option<PowerGovernor>,
    /// Feature 23h as it is.
    pub power_limit: Option<u32>,
    /// Vendors' logs.
    pub vendor_logs: Vec<VendorLog>,
    /// What could not be read though the drive claims to have it, in words.
    pub unread: Vec<String>,
}

/// Temperatures from which the drive slows itself down, in kelvin; 0 is off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThermalManagementSetting {
    /// TMT1, bits 31:16: light.
    pub light_kelvin: u16,
    /// TMT2, bits 15:0: heavy.
    pub heavy_kelvin: u16,
}

/// The power governor and what its values mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PowerGovernor {
    /// Bits 7:0.
    pub value: u8,
    /// The meaning of its values; empty where it is not published for the model.
    pub settings: &'static [GovernorSetting],
}

/// A log of a vendor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VendorLog {
    /// Its identifier.
    pub identifier: u8,
    /// Its name.
    pub name: &'static str,
    /// What it says.
    pub attributes: Vec<vendor::Attribute>,
}

impl Details {
    /// Reads one drive.
    ///
    /// # Errors
    /// Only if the drive does not answer at all; a refusal becomes a line of `unread`.
    pub async fn read(reader: &DriveReader, controller: &IdentifyController) -> Result<Self, Problem> {
        let mut details = Self::default();
        details.read_logs(reader, controller).await?;
        details.read_features(reader, controller).await?;
        details.read_vendor(reader, controller).await?;
        Ok(details)
    }

    /// Reads of one drive only what counts: the error log, and vendors' logs. At most three children.
    ///
    /// # Errors
    /// As of [`read`](Self::read).
    pub async fn read_counters(
        reader: &DriveReader,
        controller: &IdentifyController,
    ) -> Result<Self, Problem> {
        let mut details = Self::default();
        details.read_error_log(reader, controller).await?;
        details.read_vendor_logs(reader, controller).await?;
        Ok(details)
    }

    async fn read_error_log(
        &mut self,
        reader: &DriveReader,
        controller: &IdentifyController,
    ) -> Result<(), Problem> {
        let entries = usize::from(
            controller
                .capabilities
                .error_log_entries
                .min(ERROR_LOG_ENTRIES_MAX),
        );
        let errors = reader.log(
            log_page::ERROR,
            entries * ERROR_LOG_ENTRY_BYTES,
            ErrorLogEntry::decode_all,
        );
        self.error_log = self.unless_refused(errors.await)?.unwrap_or_default();
        Ok(())
    }

    async fn read_logs(
        &mut self,
        reader: &DriveReader,
        controller: &IdentifyController,
    ) -> Result<(), Problem> {
        let capabilities = &controller.capabilities;
        self.read_error_log(reader, controller).await?;
        let slots = reader.log(log_page::FIRMWARE_SLOT, FIRMWARE_LOG_BYTES, FirmwareSlots::decode);
        self.firmware = self.unless_refused(slots.await)?;
        if capabilities.self_test {
            let tests = reader.log(log_page::SELF_TEST, SELF_TEST_LOG_BYTES, SelfTestLog::decode);
            self.self_test = self.unless_refused(tests.await)?;
        }
        Ok(())
    }

    async fn read_features(
        &mut self,
        reader: &DriveReader,
        controller: &IdentifyController,
    ) -> Result<(), Problem> {
        let capabilities = &controller.capabilities;
        if controller.volatile_write_cache {
            let value = self.unless_refused(reader.feature(feature::WRITE_CACHE).await)?;
            self.write_cache_enabled = value.map(|value| value & 1 == 1);
        }
        if capabilities.thermal_management.is_some() {
            let value = self.unless_refused(reader.feature(feature::THERMAL_MANAGEMENT).await)?;
            self.thermal_management = value.map(thermal_management_setting);
        }
        if !capabilities.lists_logs_and_features {
            return Ok(());
        }
        let effects = reader.log(log_page::FEATURE_EFFECTS, SUPPORTED_LOG_BYTES, Supported::decode);
        let features = self.unless_refused(effects.await)?;
        if features.is_some_and(|features| features.has(feature::POWER_LIMIT)) {
            self.power_limit = self.unless_refused(reader.feature(feature::POWER_LIMIT).await)?;
        }
        Ok(())
    }

    async fn read_vendor(
        &mut self,
        reader: &DriveReader,
        controller: &IdentifyController,
    ) -> Result<(), Problem> {
        let known = vendor_knowledge(controller);
        if let Some(settings) = known.power_governor {
            let value = self.unless_refused(reader.feature(feature::POWER_GOVERNOR).await)?;
            self.power_governor = value.map(|value| PowerGovernor {
                value: value.to_le_bytes()[0],
                settings,
            });
        }
        self.read_vendor_logs(reader, controller).await
    }

    async fn read_vendor_logs(
        &mut self,
        reader: &DriveReader,
        controller: &IdentifyController,
    ) -> Result<(), Problem> {
        let known = vendor_knowledge(controller);
        if known.intel_additional_smart {
            let (identifier, name) = (log_page::INTEL_ADDITIONAL_SMART, "Intel additional SMART");
            let log = reader.log(
                identifier,
                vendor::VENDOR_LOG_BYTES,
                vendor::intel_additional_smart,
            );
            let attributes = self.unless_refused(log.await)?;
            self.keep_vendor_log(identifier, name, attributes);
        } else if controller.capabilities.lists_logs_and_features {
            self.read_ocp(reader).await?;
        }
        Ok(())
    }

    async fn read_ocp(&mut self, reader: &DriveReader) -> Result<(), Problem> {
        let logs = reader.log(log_page::SUPPORTED_LOGS, SUPPORTED_LOG_BYTES, Supported::decode);
        let (identifier, name) = (log_page::OCP_EXTENDED_SMART, "OCP extended SMART");
        if self
            .unless_refused(logs.await)?
            .is_some_and(|logs| logs.has(identifier))
        {
            let log = reader.log(identifier, vendor::VENDOR_LOG_BYTES, vendor::ocp_extended_smart);
            let attributes = match log.await {
                // C0h of another vendor.
                Err(problem) if problem.kind == ProblemKind::MalformedData => None,
                answer => self.unless_refused(answer)?,
            };
            self.keep_vendor_log(identifier, name, attributes);
        }
        Ok(())
    }

    fn keep_vendor_log(&mut self, identifier: u8, name: &'static str, read: Option<Vec<vendor::Attribute>>) {
        self.vendor_logs.extend(read.map(|attributes| VendorLog {
            identifier,
            name,
            attributes,
        }));
    }

    /// A drive that does not answer is not asked for more; one that refuses may answer the next question.
    fn unless_refused<T>(&mut self, answer: Result<T, Problem>) -> Result<Option<T>, Problem> {
        match answer {
            Ok(value) => Ok(Some(value)),
            Err(problem)
                if matches!(
                    problem.kind,
                    ProblemKind::CommandFailed | ProblemKind::MalformedData
                ) =>
            {
                self.unread.push(problem.detail);
                Ok(None)
            }
            Err(problem) => Err(problem),
        }
    }
}

fn thermal_management_setting(value: u32) -> ThermalManagementSetting {
    let [heavy_low, heavy_high, light_low, light_high] = value.to_le_bytes();
    ThermalManagementSetting {
        light_kelvin: u16::from_le_bytes([light_low, light_high]),
        heavy_kelvin: u16::from_le_bytes([heavy_low, heavy_high]),
    }
}
