import { z } from "zod";
import { id, positive, positiveInt, text } from "./primitives.ts";

const ratedFigures = {
  sequential_read_bytes_s: positiveInt.optional(),
  sequential_write_bytes_s: positiveInt.optional(),
  random_read_4k_iops: positiveInt.optional(),
  random_write_4k_iops: positiveInt.optional(),
};

const capacity = z.strictObject({
  capacity_gb: positiveInt,
  capacity_gb_per_controller: positiveInt.optional(),
  dies_per_channel: positiveInt.optional(),
  channels: positiveInt.optional(),
  raw_gb: positiveInt.optional(),
  spare_gb: positiveInt.optional(),
  spare_percent: positive.max(100).optional(),
  active_power_read_w: positive.optional(),
  active_power_write_w: positive.optional(),
  idle_power_w: positive.optional(),
  msrp_usd: positive.optional(),
  average_price_eur: positive.optional(),
  endurance_pbw: positive.optional(),
  ...ratedFigures,
});

const specCommon = z.strictObject({
  typical_latency_us: z.strictObject({ read_lt: positive, write_lt: positive }).optional(),
  average_latency_read_us: positive.optional(),
  average_latency_write_us: positive.optional(),
  random_read_4k_iops_qd16: positiveInt.optional(),
  random_write_4k_iops_qd16: positiveInt.optional(),
  mixed_70_30_random_4k_iops_qd16: positiveInt.optional(),
  random_read_4k_p99999_us_qd1: positive.optional(),
  random_read_4k_p99999_us_qd16: positive.optional(),
  random_write_4k_p99999_us_qd1: positive.optional(),
  random_write_4k_p99999_us_qd16: positive.optional(),
  sequential_read_64k_bytes_s: positiveInt.optional(),
  sequential_write_64k_bytes_s: positiveInt.optional(),
  sequential_read_bytes_s_max: positiveInt.optional(),
  sequential_write_bytes_s_max: positiveInt.optional(),
  random_read_4k_iops_max: positiveInt.optional(),
  random_write_4k_iops_max: positiveInt.optional(),
  random_read_4k_iops_raid0: positiveInt.optional(),
});

/** An entry of data/drive-models.yaml. */
export const driveModelEntry = z.strictObject({
  id,
  model: text,
  /** Patterns of Identify Controller's model number without the maker's name; `*` stands for any text. */
  model_numbers: z.array(z.string().regex(/^[A-Z0-9*]+$/)).optional(),
  source: id,
  medium: text.optional(),
  controller: text.optional(),
  interface: text.optional(),
  form_factors: z.array(text).optional(),
  nvme_queues_total: positiveInt.optional(),
  flash_channels_max: positiveInt.optional(),
  sector_formats: text.optional(),
  optimal_transfer_bytes: positiveInt.optional(),
  max_transfer_bytes_per_command: positiveInt.optional(),
  power_governor_w: z.array(positive).optional(),
  /** Values of vendor feature C6h, and the most power that the drive then draws; absent where that is not documented. */
  power_governor_settings: z
    .array(z.strictObject({ value: z.int().min(0).max(255), max_power_w: positive }))
    .min(1)
    .optional(),
  endurance_dwpd: positive.optional(),
  warranty_years: positive.optional(),
  power_loss_protection: z.boolean().optional(),
  wear: z
    .strictObject({
      write_protect_percentage_used: positiveInt.max(255),
      write_protect_write_bytes_s: positiveInt,
      retention_unpowered_months_at_end_of_life: positive,
      background_refresh_hours_after_power_on: positive,
    })
    .optional(),
  notes: z.array(text).optional(),
  spec_common: specCommon.optional(),
  capacities: z.array(capacity).optional(),
});

export type DriveModelEntry = z.infer<typeof driveModelEntry>;
export type CapacityEntry = z.infer<typeof capacity>;
export type SpecCommonEntry = z.infer<typeof specCommon>;
