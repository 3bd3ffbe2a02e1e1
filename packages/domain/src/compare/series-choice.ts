import { fingerprint } from "../fingerprint.ts";

/** What a series of a comparison is made of. */
export type SeriesChoice =
  | { readonly kind: "run"; readonly runId: string; readonly step?: readonly number[] }
  | {
      readonly kind: "drive";
      readonly driveId: string;
      /** SHA-256 of the plan's steps, or the id of a plan. */
      readonly plan: string;
      readonly pick: "latest" | "best";
      readonly step?: readonly number[];
    }
  | {
      readonly kind: "group";
      readonly by: "model" | "tag";
      /** A model of the catalog, a model number that it does not know, or a tag. */
      readonly value: string;
      readonly plan: string;
      readonly step?: readonly number[];
    }
  | { readonly kind: "published"; readonly sourceId: string; readonly drive: string };

/** Longest text of a choice. */
export const SERIES_TEXT_MAX = 400;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const STEP = /^\d{1,4}(?:\.\d{1,4}){0,7}$/;
const PLAN = /^[A-Za-z0-9._-]{1,100}$/;

/** As a URL names a choice: `run:<id>`, `drive:<id>:<plan>:latest`, `group:model:<id>:<plan>`, `published:<source>:<drive>`. */
export function seriesText(choice: SeriesChoice): string {
  switch (choice.kind) {
    case "run":
      return joined(["run", choice.runId, ...stepParts(choice)]);
    case "drive":
      return joined(["drive", choice.driveId, choice.plan, choice.pick, ...stepParts(choice)]);
    case "group":
      return joined(["group", choice.by, choice.value, choice.plan, ...stepParts(choice)]);
    case "published":
      return joined(["published", choice.sourceId, choice.drive]);
  }
}

function stepParts({ step }: { readonly step?: readonly number[] }): string[] {
  return step === undefined ? [] : [step.join(".")];
}

function joined(parts: readonly string[]): string {
  return parts.map((part) => part.replaceAll("%", "%25").replaceAll(":", "%3A")).join(":");
}

/** Reads a choice back; undefined where the text is none. */
export function parseSeries(text: string): SeriesChoice | undefined {
  if (text.length > SERIES_TEXT_MAX) return undefined;
  const [kind, ...parts] = text.split(":").map((part) => part.replaceAll("%3A", ":").replaceAll("%25", "%"));
  switch (kind) {
    case "run":
      return parseRun(parts);
    case "drive":
      return parseDrive(parts);
    case "group":
      return parseGroup(parts);
    case "published":
      return parsePublished(parts);
    default:
      return undefined;
  }
}

function parseRun([runId = "", step, ...more]: readonly string[]): SeriesChoice | undefined {
  if (!UUID.test(runId) || !isStep(step) || more.length > 0) return undefined;
  return { kind: "run", runId, ...stepOf(step) };
}

function parseDrive([driveId = "", plan = "", pick, step, ...more]: readonly string[]): SeriesChoice | undefined {
  if (!UUID.test(driveId) || !PLAN.test(plan) || !isStep(step) || more.length > 0) return undefined;
  if (pick !== "latest" && pick !== "best") return undefined;
  return { kind: "drive", driveId, plan, pick, ...stepOf(step) };
}

function parseGroup([by, value = "", plan = "", step, ...more]: readonly string[]): SeriesChoice | undefined {
  if (value === "" || !PLAN.test(plan) || !isStep(step) || more.length > 0) return undefined;
  if (by !== "model" && by !== "tag") return undefined;
  return { kind: "group", by, value, plan, ...stepOf(step) };
}

function parsePublished([sourceId = "", drive = "", ...more]: readonly string[]): SeriesChoice | undefined {
  if (sourceId === "" || drive === "" || more.length > 0) return undefined;
  return { kind: "published", sourceId, drive };
}

function isStep(text: string | undefined): boolean {
  return text === undefined || STEP.test(text);
}

function stepOf(text: string | undefined): { step?: readonly number[] } {
  return text === undefined ? {} : { step: text.split(".").map(Number) };
}

/** Whether a series still stands for the same runs: how many, and a number of all of them. The newest may stay while an older one changes. */
export function runsKey(runs: readonly { readonly runId: string }[]): string {
  return `${runs.length}.${fingerprint(runs.map(({ runId }) => runId).join())}`;
}
