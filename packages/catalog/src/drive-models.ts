import type { RatedFigure } from "@crosspoint/domain";
import { parseEntries, requireKnown, requireUnique } from "./catalog-error.ts";
import { ratedFigures } from "./rated-figures.ts";
import { type CapacityEntry, type DriveModelEntry, driveModelEntry } from "./schema/drive-models.ts";

/** One capacity of a model, with what its spec sheet says of that capacity alone. */
export interface CapacityVariant {
  readonly capacityGb: number;
  readonly capacityBytes: number;
  /** What one controller of a drive with several shows. */
  readonly capacityGbPerController: number | undefined;
  readonly diesPerChannel: number | undefined;
  readonly channels: number | undefined;
  readonly rawGb: number | undefined;
  readonly spareGb: number | undefined;
  readonly sparePercent: number | undefined;
  readonly activePowerReadWatts: number | undefined;
  readonly activePowerWriteWatts: number | undefined;
  readonly idlePowerWatts: number | undefined;
  /** Rated endurance in bytes written, where the source states it for this capacity. */
  readonly enduranceBytesWritten: number | undefined;
  readonly listPriceUsd: number | undefined;
  readonly averagePriceEur: number | undefined;
  readonly ratedFigures: readonly RatedFigure[];
}

/** How a model behaves at and after the end of its rated endurance. */
export interface WearBehaviour {
  /** Percentage used at which the drive throttles its writes. */
  readonly writeProtectPercentageUsed: number;
  readonly writeProtectWriteBytesPerSecond: number;
  readonly retentionUnpoweredMonthsAtEndOfLife: number;
  readonly backgroundRefreshHoursAfterPowerOn: number;
}

/** A value of the power governor (vendor feature C6h), and the most power that the drive then draws. */
export interface PowerGovernorSetting {
  readonly value: number;
  readonly maxPowerMilliwatts: number;
}

/** A drive model with its spec sheet. A missing figure means that the source does not state it. */
export interface DriveModel {
  readonly id: string;
  readonly name: string;
  readonly sourceId: string;
  /** Patterns of the model number that the drive reports, its maker's name left out. */
  readonly modelNumbers: readonly string[];
  readonly medium: string | undefined;
  readonly controller: string | undefined;
  readonly interface: string | undefined;
  readonly formFactors: readonly string[];
  /** Hardware queues, the admin queue included. */
  readonly nvmeQueuesTotal: number | undefined;
  readonly flashChannelsMax: number | undefined;
  readonly sectorFormats: string | undefined;
  readonly optimalTransferBytes: number | undefined;
  readonly maxTransferBytesPerCommand: number | undefined;
  readonly powerGovernorWatts: readonly number[];
  /** What the values of vendor feature C6h mean; empty where that is not documented, and then it is not to be written. */
  readonly powerGovernorSettings: readonly PowerGovernorSetting[];
  readonly enduranceDriveWritesPerDay: number | undefined;
  readonly warrantyYears: number | undefined;
  readonly powerLossProtection: boolean | undefined;
  readonly wear: WearBehaviour | undefined;
  readonly notes: readonly string[];
  /** Figures rated for every capacity alike. */
  readonly ratedFigures: readonly RatedFigure[];
  readonly capacities: readonly CapacityVariant[];
}

const FILE = "drive-models.yaml";

/** Validates data/drive-models.yaml against itself and against the known sources. */
export function parseDriveModels(raw: unknown, sourceIds: ReadonlySet<string>): DriveModel[] {
  const entries = parseEntries(FILE, driveModelEntry, raw, (entry) => entry.id ?? entry.model);
  requireUnique(
    FILE,
    entries.map((entry) => entry.id),
  );
  requireUnique(
    `${FILE}, model_numbers`,
    entries.flatMap((entry) => entry.model_numbers ?? []),
  );
  for (const entry of entries) {
    requireKnown(FILE, entry.id, "source", entry.source, sourceIds);
    requireUnique(
      `${FILE}, ${entry.id}, capacity_gb`,
      (entry.capacities ?? []).map((capacity) => String(capacity.capacity_gb)),
    );
  }
  return entries.map(driveModelOf);
}

function driveModelOf(entry: DriveModelEntry): DriveModel {
  return {
    id: entry.id,
    name: entry.model,
    sourceId: entry.source,
    modelNumbers: entry.model_numbers ?? [],
    medium: entry.medium,
    controller: entry.controller,
    interface: entry.interface,
    formFactors: entry.form_factors ?? [],
    nvmeQueuesTotal: entry.nvme_queues_total,
    flashChannelsMax: entry.flash_channels_max,
    sectorFormats: entry.sector_formats,
    optimalTransferBytes: entry.optimal_transfer_bytes,
    maxTransferBytesPerCommand: entry.max_transfer_bytes_per_command,
    powerGovernorWatts: entry.power_governor_w ?? [],
    powerGovernorSettings: (entry.power_governor_settings ?? []).map(({ value, max_power_w }) => ({
      value,
      maxPowerMilliwatts: max_power_w * 1000,
    })),
    enduranceDriveWritesPerDay: entry.endurance_dwpd,
    warrantyYears: entry.warranty_years,
    powerLossProtection: entry.power_loss_protection,
    wear: entry.wear && wearOf(entry.wear),
    notes: entry.notes ?? [],
    ratedFigures: ratedFigures(entry.spec_common ?? {}),
    capacities: (entry.capacities ?? []).map(capacityOf),
  };
}

function wearOf(wear: NonNullable<DriveModelEntry["wear"]>): WearBehaviour {
  return {
    writeProtectPercentageUsed: wear.write_protect_percentage_used,
    writeProtectWriteBytesPerSecond: wear.write_protect_write_bytes_s,
    retentionUnpoweredMonthsAtEndOfLife: wear.retention_unpowered_months_at_end_of_life,
    backgroundRefreshHoursAfterPowerOn: wear.background_refresh_hours_after_power_on,
  };
}

function capacityOf(entry: CapacityEntry): CapacityVariant {
  return {
    capacityGb: entry.capacity_gb,
    capacityBytes: entry.capacity_gb * 1e9,
    capacityGbPerController: entry.capacity_gb_per_controller,
    diesPerChannel: entry.dies_per_channel,
    channels: entry.channels,
    rawGb: entry.raw_gb,
    spareGb: entry.spare_gb,
    sparePercent: entry.spare_percent,
    activePowerReadWatts: entry.active_power_read_w,
    activePowerWriteWatts: entry.active_power_write_w,
    idlePowerWatts: entry.idle_power_w,
    enduranceBytesWritten: entry.endurance_pbw === undefined ? undefined : Math.round(entry.endurance_pbw * 1e15),
    listPriceUsd: entry.msrp_usd,
    averagePriceEur: entry.average_price_eur,
    ratedFigures: ratedFigures(entry),
  };
}
