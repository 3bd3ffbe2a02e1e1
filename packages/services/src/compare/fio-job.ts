import { specsOf } from "@crosspoint/db/queries/compared-points";
import { describeWorkload, exactKey, type FioPoint, fioPointsFile, workloadOf } from "@crosspoint/domain";
import type { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { readPointSpec } from "../stored/run.ts";
import { placeKey } from "./rules/measured-cell.ts";
import { type PlacedCell, placeCells } from "./rules/place-cells.ts";
import { wantedSeries } from "./rules/resolve-series.ts";
import { comparisonSelection } from "./rules/selection.ts";

export const comparedFioJobInput = comparisonSelection;

export interface ComparedFioJob {
  readonly fileName: string;
  readonly text: string;
}

/** What a comparison compares as a job file of fio: a section for each workload that was measured, however many series have it. */
export async function writeComparedFioJob(
  context: ServiceContext,
  selection: z.infer<typeof comparedFioJobInput>,
): Promise<ComparedFioJob> {
  requireRight(context, "benchmark.view");
  requireRight(context, "catalog.view");
  const wanted = await wantedSeries(context.db, selection);
  const { heads, points, cells } = await placeCells(context.db, wanted, selection.match);
  const loads = [...Map.groupBy(cells, ({ cell }) => exactKey(cell.point.load)).values()];
  const firsts = loads.flatMap(([first]) => first?.cell.point.places.slice(0, 1) ?? []);
  const specs = new Map((await specsOf(context.db, firsts)).map((row) => [placeKey(row), row.spec]));
  const labels = heads.map(({ label, detail }) => `${label} (${detail})`);
  const jobs = loads.flatMap((own, sequence) => jobOf(own, sequence, specs, labels));
  const measured = new Set(cells.map(({ point }) => point.key));
  const without = points.filter(({ key }) => !measured.has(key)).map(({ words }) => words);
  const rest = without.length === 0 ? [] : [`No series has measured, and so no job is of: ${without.join("; ")}.`];
  return { fileName: "comparison.fio", text: fioPointsFile("A comparison", jobs, rest) };
}

/** One job of a load, with the series that have it. */
function jobOf(
  own: readonly PlacedCell[],
  sequence: number,
  specs: ReadonlyMap<string, unknown>,
  labels: readonly string[],
): FioPoint[] {
  const [first] = own;
  const [place] = first?.cell.point.places ?? [];
  if (first === undefined || place === undefined) return [];
  const stored = specs.get(placeKey(place));
  if (stored === undefined) return [];
  const spec = readPointSpec(stored);
  const names = [...new Set(own.map(({ series }) => labels[series] ?? ""))];
  const rounds = [...new Set(own.flatMap(({ cell }) => cell.point.of ?? []))];
  const title = [describeWorkload(workloadOf(spec)), `Compared of: ${names.join("; ")}`];
  const notes = rounds.map((of) => `The figures compared are of ${of}: fio measures once.`);
  return [{ sequence, spec, title, notes }];
}
