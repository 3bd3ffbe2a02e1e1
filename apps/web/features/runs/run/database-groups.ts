import { chooseLatencyUnit, type LatencyUnit } from "@crosspoint/domain";
import type { Run } from "./run-detail";

export type DatabasePoint = Run["databasePoints"][number];
export type DatabaseFigures = NonNullable<DatabasePoint["result"]>;

/** The points of one database: what differs between them is the number of clients alone. */
export interface DatabaseGroup {
  readonly key: string;
  /** "PostgreSQL, TPC-B-like, 8 GiB (scale 546)". */
  readonly name: string;
  readonly points: readonly DatabasePoint[];
  /** Those that have figures. */
  readonly measured: readonly (DatabasePoint & { readonly result: DatabaseFigures })[];
}

const benchmarkWords = { tpcbLike: "TPC-B-like transactions", selectOnly: "select-only transactions" } as const;

const settingNames: Readonly<Record<string, string>> = {
  powerState: "power state",
  powerGovernor: "power governor",
  scheduler: "I/O scheduler",
};

/** The databases of a run in their order. */
export function databaseGroups(points: readonly DatabasePoint[]): DatabaseGroup[] {
  const groups = new Map<string, DatabasePoint[]>();
  for (const point of points) {
    const key = JSON.stringify([point.stepPath, point.spec.settings ?? {}]);
    groups.set(key, [...(groups.get(key) ?? []), point]);
  }
  return [...groups].map(([key, own]) => ({ key, name: nameOf(own), points: own, measured: own.filter(hasResult) }));
}

function hasResult(point: DatabasePoint): point is DatabasePoint & { readonly result: DatabaseFigures } {
  return point.result !== undefined;
}

function nameOf([first]: readonly DatabasePoint[]): string {
  if (first === undefined) return "";
  const { benchmark, sizeGib, scale, settings = {} } = first.spec;
  const set = Object.entries(settings).flatMap(([name, value]) =>
    value === undefined ? [] : [`${settingNames[name] ?? name} ${value}`],
  );
  return [`PostgreSQL, ${benchmarkWords[benchmark]}, ${sizeGib}\u2009GiB (scale ${scale})`, ...set].join(", ");
}

/** Latencies that the table and the chart show. */
export const latencyColumns = [
  { id: "p50", name: "p50", of: ({ latencyNsP50 }: DatabaseFigures) => latencyNsP50 },
  { id: "p99", name: "p99", of: ({ latencyNsP99 }: DatabaseFigures) => latencyNsP99 },
  { id: "p999", name: "p99.9", of: ({ latencyNsP999 }: DatabaseFigures) => latencyNsP999 },
  { id: "p9999", name: "p99.99", of: ({ latencyNsP9999 }: DatabaseFigures) => latencyNsP9999 },
  { id: "p99999", name: "p99.999", of: ({ latencyNsP99999 }: DatabaseFigures) => latencyNsP99999 },
] as const;

/** The curves of a group by their columns; a percentile that no point has enough transactions for has none. */
export function latencySeries({ measured }: DatabaseGroup) {
  const all = latencyColumns.map(({ id, name, of }, color) => ({
    id,
    label: name,
    color,
    points: measured.flatMap(({ spec, result }) => {
      const value = of(result);
      return value === undefined ? [] : [{ clients: spec.clients, value }];
    }),
  }));
  return all.filter(({ points }) => points.length > 0);
}

/** One unit for all latencies of a group, by the largest of its medians. */
export function latencyUnitOf({ measured }: DatabaseGroup): LatencyUnit {
  return chooseLatencyUnit(Math.max(1, ...measured.map(({ result }) => result.latencyNsP50 ?? 0)));
}
