import { formatBytes, type RatedSheet, type UncheckedRating } from "@crosspoint/domain";
import type { CapacityVariant } from "./drive-models.ts";
import type { DriveModelMatch } from "./model-numbers.ts";

/** What the spec sheet of a drive promises, of its model and of its capacity. */
export function ratedSheetOf({ model, capacity }: DriveModelMatch): RatedSheet {
  return {
    modelId: model.id,
    name: capacity === undefined ? model.name : `${model.name} ${capacity.capacityGb} GB`,
    sourceId: model.sourceId,
    figures: [...model.ratedFigures, ...(capacity?.ratedFigures ?? [])],
    unchecked: [...enduranceOf(model.enduranceDriveWritesPerDay, capacity), ...powerOf(capacity)],
  };
}

const wears = "Measuring it would wear the drive out.";

function enduranceOf(driveWritesPerDay: number | undefined, capacity: CapacityVariant | undefined): UncheckedRating[] {
  const bytes = capacity?.enduranceBytesWritten;
  return [
    ...(driveWritesPerDay === undefined
      ? []
      : [{ label: "Drive writes per day", value: String(driveWritesPerDay), reason: wears }]),
    ...(bytes === undefined ? [] : [{ label: "Endurance", value: formatBytes(bytes).text, reason: wears }]),
  ];
}

function powerOf(capacity: CapacityVariant | undefined): UncheckedRating[] {
  const rated = [
    ["Active power, reads", capacity?.activePowerReadWatts],
    ["Active power, writes", capacity?.activePowerWriteWatts],
    ["Idle power", capacity?.idlePowerWatts],
  ] as const;
  return rated.flatMap(([label, watts]) =>
    watts === undefined ? [] : [{ label, value: `${watts} W`, reason: "No power meter is read." }],
  );
}
