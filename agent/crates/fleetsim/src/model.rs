//! Models that the simulated drives pretend to be. Names, capacities and endurance are those of spec sheets, speeds are near
//! published ones (packages/catalog/data), and all of it is only plausible: no figure of a simulated drive says anything of
//! the model.

/// What the data lies on: it decides how even latencies are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Medium {
    /// 3D XPoint.
    Xpoint,
    /// NAND flash.
    Nand,
}

/// One direction: reads or writes.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// Of 4 KiB at queue depth 1.
    pub latency_us: f64,
    /// Most operations of 4 KiB per second.
    pub iops: f64,
    /// Most bytes per second.
    pub bytes_per_second: f64,
}

/// A model with its capacity.
#[derive(Debug)]
pub struct Model {
    /// Model number of Identify Controller.
    pub name: &'static str,
    /// PCI vendor.
    pub vendor: u16,
    /// Size of its one namespace.
    pub capacity_bytes: u64,
    /// Bytes that may be written in its life, by its spec sheet.
    pub endurance_bytes: f64,
    /// Firmware revisions, the oldest first.
    pub firmware: &'static [&'static str],
    /// What it is made of.
    pub medium: Medium,
    /// Most that it takes, in milliwatts.
    pub power_milliwatts: u64,
    /// Temperature at which it warns; the critical one is [`CRITICAL_ABOVE_WARNING_KELVIN`] above.
    pub warning_kelvin: u16,
    /// Kelvin that it is warmer than the air when idle.
    pub idle_rise_kelvin: f64,
    /// Percent of spare below which it warns.
    pub spare_threshold: u8,
    /// Reads.
    pub read: Pace,
    /// Writes.
    pub write: Pace,
}

/// From the temperature at which a drive warns to the critical one.
pub const CRITICAL_ABOVE_WARNING_KELVIN: u16 = 10;

const INTEL: u16 = 0x8086;
const MICRON: u16 = 0x1344;

const fn pace(latency_us: f64, iops: f64, bytes_per_second: f64) -> Pace {
    Pace {
        latency_us,
        iops,
        bytes_per_second,
    }
}

const fn optane(name: &'static str, capacity_bytes: u64, endurance_bytes: f64, power: u64) -> Model {
    Model {
        name,
        vendor: INTEL,
        capacity_bytes,
        endurance_bytes,
        firmware: &["E2010325", "E2010435", "E2010485"],
        medium: Medium::Xpoint,
        power_milliwatts: power,
        warning_kelvin: 343,
        idle_rise_kelvin: 13.0,
        spare_threshold: 0,
        read: pace(9.5, 550_000.0, 2.4e9),
        write: pace(10.5, 500_000.0, 2.0e9),
    }
}

const fn nand(
    name: &'static str,
    capacity_bytes: u64,
    endurance_bytes: f64,
    read: Pace,
    write: Pace,
) -> Model {
    Model {
        name,
        vendor: INTEL,
        capacity_bytes,
        endurance_bytes,
        firmware: &["8DV10131", "8DV10171", "8DV101H0"],
        medium: Medium::Nand,
        power_milliwatts: 25_000,
        warning_kelvin: 343,
        idle_rise_kelvin: 9.0,
        spare_threshold: 10,
        read,
        write,
    }
}

/// Optane SSD DC P4800X, 375 GB: 30 drive writes a day for 5 years.
pub static P4800X_375: Model = optane("INTEL SSDPED1K375GA", 375_083_606_016, 20.5e15, 18_000);
/// The same, 750 GB.
pub static P4800X_750: Model = optane("INTEL SSDPE21K750GA", 750_156_374_016, 41.0e15, 18_000);
/// Optane SSD 900p, 480 GB: a third of the endurance.
pub static P900_480: Model = optane("INTEL SSDPED1D480GA", 480_103_981_056, 8.76e15, 18_000);
/// SSD DC P3700, 400 GB.
pub static P3700_400: Model = nand(
    "INTEL SSDPEDMD400G4",
    400_088_457_216,
    7.3e15,
    pace(88.0, 450_000.0, 2.7e9),
    pace(21.0, 75_000.0, 1.2e9),
);
/// The same, 1.6 TB.
pub static P3700_1600: Model = nand(
    "INTEL SSDPE2MD016T4",
    1_600_321_314_816,
    29.2e15,
    pace(86.0, 460_000.0, 2.8e9),
    pace(20.0, 150_000.0, 1.9e9),
);
/// SSD DC P3600, 1.6 TB.
pub static P3600_1600: Model = nand(
    "INTEL SSDPE2ME016T4",
    1_600_321_314_816,
    8.76e15,
    pace(92.0, 450_000.0, 2.6e9),
    pace(22.0, 56_000.0, 1.6e9),
);
/// SSD DC P4600, 2 TB.
pub static P4600_2000: Model = Model {
    firmware: &["QDV10150", "QDV10170", "QDV10190"],
    ..nand(
        "INTEL SSDPEDKE020T7",
        2_000_398_934_016,
        11.1e15,
        pace(85.0, 590_000.0, 3.2e9),
        pace(18.0, 180_000.0, 1.6e9),
    )
};
/// Micron 9100 MAX, 2.4 TB.
pub static M9100_2400: Model = Model {
    vendor: MICRON,
    firmware: &["MEH00280", "MEH00310"],
    power_milliwatts: 30_000,
    ..nand(
        "Micron_9100_MTFDHAX2T4MCF",
        2_400_476_553_216,
        13.1e15,
        pace(99.0, 700_000.0, 3.0e9),
        pace(24.0, 210_000.0, 2.0e9),
    )
};
