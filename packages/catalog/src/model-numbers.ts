import type { CapacityVariant, DriveModel } from "./drive-models.ts";

/** A drive's model as read from its model number. */
export interface DriveModelMatch {
  readonly model: DriveModel;
  /** Capacity coded in the model number, in decimal gigabytes; `undefined` where it is not coded or not readable. */
  readonly capacityGb: number | undefined;
  /** The spec sheet's entry for that capacity, where it has one. */
  readonly capacity: CapacityVariant | undefined;
}

/** Returns the lookup from the model number of Identify Controller ("INTEL SSDPED1K375GA") to a model. */
export function driveModelFinder(models: readonly DriveModel[]): (modelNumber: string) => DriveModelMatch | undefined {
  const patterns = models.flatMap((model) =>
    model.modelNumbers.map((pattern) => ({ model, pattern: matcher(pattern) })),
  );
  const find = (modelNumber: string): DriveModelMatch | undefined => {
    // Makers write their name before the number, or not at all; a space or an underscore separates them.
    for (const word of modelNumber
      .trim()
      .toUpperCase()
      .split(/[\s_]+/)) {
      for (const { model, pattern } of patterns) {
        const match = pattern.exec(word);
        if (match !== null) return matchOf(model, match[1] ?? word);
      }
    }
    return undefined;
  };
  return remembered(find);
}

/** More models than a fleet has; hostile ones beyond that are looked up anew. */
const rememberedMost = 1000;

/** Every sample of a drive asks for its model: a fleet has few models, and there are many patterns. */
function remembered<T>(find: (modelNumber: string) => T): (modelNumber: string) => T {
  const known = new Map<string, T>();
  return (modelNumber) => {
    if (known.has(modelNumber)) return known.get(modelNumber) as T;
    const found = find(modelNumber);
    if (known.size < rememberedMost) known.set(modelNumber, found);
    return found;
  };
}

/** The one group is what `*` stands for: the part that codes the capacity. */
function matcher(pattern: string): RegExp {
  return new RegExp(`^${pattern.replace("*", "([A-Z0-9]*)")}$`);
}

function matchOf(model: DriveModel, coded: string): DriveModelMatch {
  const capacityGb = capacityGbOf(coded);
  const capacity = model.capacities.find((variant) => variant.capacityGb === capacityGb);
  return { model, capacityGb, capacity };
}

/**
 * Intel codes three digits and a letter: 375G is 375 GB, 016T is 1.6 TB (tenths). Micron codes the decimal point as
 * the letter: 2T4 is 2.4 TB.
 */
function capacityGbOf(coded: string): number | undefined {
  const intel = /(\d{3})([GT])/.exec(coded);
  if (intel !== null) return Number(intel[1]) * (intel[2] === "T" ? 100 : 1);
  const micron = /^(\d{1,2})T(\d)/.exec(coded);
  return micron === null ? undefined : Number(micron[1]) * 1000 + Number(micron[2]) * 100;
}
