import type { SeriesEntry } from "@crosspoint/domain";
import { productNameOf } from "../../drive/rules/product-name.ts";
import { remarksOnImports } from "../../result/rules/imported-rows.ts";
import type { ComparedRunRow } from "./compared-runs.ts";
import type { EnvironmentFacts } from "./environment.ts";
import type { ReadSeries } from "./read-entries.ts";
import type { ResolvedSeries } from "./series.ts";

/*
 * What a link shows to people without an account. Products, plans, times and test conditions are what is compared; serials, names of
 * hosts, paths and what agents say in their own words are not.
 */

/** The series with drives named by their product, and by a letter where there are several of one. */
export function redactSeries(
  all: readonly ResolvedSeries[],
  runs: ReadonlyMap<string, ComparedRunRow>,
): ResolvedSeries[] {
  const targets = all.map(({ head, runIds }) => targetOf(head.kind, runs.get(runIds[0] ?? "")));
  const letters = lettersOf(targets.filter((target) => target !== undefined));
  return all.map((series, at) => {
    const target = targets[at];
    const { head } = series;
    const own = { ...head, runs: head.runs.map((run) => ({ ...run, hostname: "" })) };
    if (target === undefined) return { ...series, head: own };
    const letter = letters.get(target.id);
    const name = letter === undefined ? target.product : `${target.product} ${letter}`;
    const detail = head.runs[0]?.planName ?? "";
    const colorKey = head.driveId ?? head.modelId ?? target.id;
    return { ...series, head: { ...own, label: name, drive: name, detail, colorKey } };
  });
}

interface Target {
  readonly id: string;
  readonly product: string;
}

/** Groups and sources are named by what their drives have in common. */
function targetOf(kind: ResolvedSeries["head"]["kind"], run: ComparedRunRow | undefined): Target | undefined {
  if (run === undefined || kind === "group" || kind === "published") return undefined;
  const { model, driveId, volumeId, scratchFileId } = run;
  if (model !== null) return { id: driveId ?? run.id, product: productNameOf(model) ?? model };
  return { id: volumeId ?? scratchFileId ?? run.id, product: volumeId === null ? "File" : "Volume" };
}

/** "A", "B" … for each of several targets of one product. */
function lettersOf(targets: readonly Target[]): Map<string, string> {
  const byProduct = Map.groupBy(targets, ({ product }) => product);
  return new Map(
    [...byProduct.values()].flatMap((own) => {
      const ids = [...new Set(own.map(({ id }) => id))];
      return ids.length < 2 ? [] : ids.map((id, at) => [id, String.fromCharCode(65 + at)] as const);
    }),
  );
}

/** Entries without what an agent wrote: a reason may name a path, a warning a host's own setup. */
export function redactEntries(read: ReadSeries): ReadSeries {
  return { ...read, entries: read.entries.map(redactEntry) };
}

function redactEntry(entry: SeriesEntry): SeriesEntry {
  const { content } = entry;
  if ("missing" in content) {
    return { ...entry, content: { missing: content.missing.replace(/^(Skipped|Failed|Interrupted): .*$/s, "$1.") } };
  }
  const { warnings: all, ...figures } = content.figures;
  if (all === undefined) return entry;
  const warnings = redactWarnings(all);
  return { ...entry, content: { figures: { ...figures, ...(warnings.length === 0 ? {} : { warnings }) } } };
}

/** What the server itself says of a figure stays; that a run was imported stands beside its series. */
function redactWarnings(warnings: readonly string[]): string[] {
  const own = warnings.filter((warning) => ownRemarks.has(warning));
  const others = warnings.filter((warning) => !ownRemarks.has(warning) && !/^Imported from .{1,300}\.$/.test(warning));
  return [...own, ...(others.length === 0 ? [] : [WARNED])];
}

const ownRemarks: ReadonlySet<string> = new Set(Object.values(remarksOnImports));
const WARNED = "The tool has a warning about this figure.";

/** Without what uses the drive: that names mounts and volumes. */
export function redactFacts({ inUse: _, ...facts }: EnvironmentFacts): EnvironmentFacts {
  return facts;
}
