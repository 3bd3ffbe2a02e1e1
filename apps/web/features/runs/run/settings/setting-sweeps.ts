import type { DriveSettings, EachStep } from "@crosspoint/domain";
import { placesOf, pointsWithin } from "../plan-places";
import { loadName } from "../rounds/tracked";
import { isPrecondition, type Point, type Run } from "../run-detail";

type Setting = keyof DriveSettings;

/** The loads of an `each` step, each at every value of the setting. */
export interface SettingSweep {
  readonly setting: Setting;
  readonly stepPath: readonly number[];
  readonly values: readonly SettingValue[];
  readonly loads: readonly SettingLoad[];
}

export interface SettingValue {
  readonly value: number | string;
  /** The most that the drive draws at it, as the drive tells. */
  readonly watts: number | undefined;
}

export interface SettingLoad {
  readonly name: string;
  /** One for each value, in their order; absent where it has no result. */
  readonly points: readonly (Point | undefined)[];
}

type SweptRun = Pick<Run, "steps" | "points"> & { readonly report: Pick<Run["report"], "powerOfSettings"> };

/** Every `each` step of a run that measured at one value at least. */
export function settingSweeps({ steps, points, report }: SweptRun): SettingSweep[] {
  return placesOf(steps, "each").flatMap(({ step, stepPath }) => {
    const own = pointsWithin(points, stepPath).filter(
      (point) => !isPrecondition(point) && isPlain(point) && settingOf(point, step) !== undefined,
    );
    const values = [...new Set(own.flatMap((point) => settingOf(point, step) ?? []))];
    if (values.length === 0) return [];
    const known = values.map((value) => ({ value, watts: wattsOf(step.setting, value, report.powerOfSettings) }));
    return [{ setting: step.setting, stepPath, values: sorted(known), loads: loadsOf(own, step, sorted(known)) }];
  });
}

/** Rounds and searches within have panels of their own. */
function isPlain({ round, raised }: Point): boolean {
  return round === undefined && raised === undefined;
}

function settingOf({ spec }: Point, { setting }: EachStep): number | string | undefined {
  return spec.settings?.[setting];
}

function loadsOf(points: readonly Point[], step: EachStep, values: readonly SettingValue[]): SettingLoad[] {
  const byLoad = Map.groupBy(points, withoutSetting(step));
  return [...byLoad.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const byValue = new Map(own.map((point) => [settingOf(point, step), point]));
    const { settings: _, ...spec } = first.spec;
    return [{ name: loadName({ ...first, spec }), points: values.map(({ value }) => measured(byValue.get(value))) }];
  });
}

function measured(point: Point | undefined): Point | undefined {
  return point?.state === "complete" && point.directions.length > 0 ? point : undefined;
}

/** What is asked of a point at each value alike. */
function withoutSetting({ setting }: EachStep): (point: Point) => string {
  return ({ spec, stepPath }) => {
    const { [setting]: _, ...settings } = spec.settings ?? {};
    return JSON.stringify([stepPath, { ...spec, settings, precondition: [] }]);
  };
}

function wattsOf(
  setting: Setting,
  value: number | string,
  power: SweptRun["report"]["powerOfSettings"],
): number | undefined {
  const found = power.find((each) => each.setting === setting && each.value === value);
  return found === undefined ? undefined : found.maxPowerMilliwatts / 1000;
}

/** By watts where every value has its own, else as the plan tried them. */
function sorted(values: readonly SettingValue[]): SettingValue[] {
  return hasWatts(values) ? values.toSorted((a, b) => (a.watts ?? 0) - (b.watts ?? 0)) : [...values];
}

/** Whether the values can stand on an axis of watts: each has its own. */
export function hasWatts(values: readonly SettingValue[]): boolean {
  const watts = values.flatMap(({ watts: each }) => each ?? []);
  return new Set(watts).size === values.length && values.length > 1;
}
