import { COMPARED_METRICS, COMPARED_SERIES_MAX, COMPARISON_MATCHES } from "@crosspoint/domain";
import {
  createLoader,
  createSerializer,
  type inferParserType,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs";

/** What is compared. It alone decides what the server reads, and a share link freezes it. */
export const comparedParsers = {
  /** Series in their text form: `run:<id>`, `drive:<id>:<plan>:latest`, `published:<source>:<drive>`. */
  s: parseAsArrayOf(parseAsString).withDefault([]),
  /** Measured points: `<run>.<point>.<direction>`. */
  m: parseAsArrayOf(parseAsString).withDefault([]),
  /** Published rows of the catalog. */
  p: parseAsArrayOf(parseAsString).withDefault([]),
  /** Whether the reference rows stand beside the chosen ones. */
  with: parseAsStringLiteral(["reference"]),
  match: parseAsStringLiteral(COMPARISON_MATCHES).withDefault("exact"),
} as const;

const lookedAt = parseAsArrayOf(parseAsString, ";").withDefault([]);

/** How it is looked at: a reader of a shared comparison may change it. */
export const lookParsers = {
  metric: parseAsStringLiteral(COMPARED_METRICS).withDefault("iops"),
  scale: parseAsStringLiteral(["linear", "logarithmic"]).withDefault("linear"),
  show: parseAsStringLiteral(["absolute", "relative", "percent"]).withDefault("absolute"),
  /** The series that the others are held against; the first one where it is not named. */
  base: parseAsString,
  /** The one workload that is looked at, by its family's or point's key. */
  workload: parseAsString,
  over: parseAsStringLiteral(["depth", "size", "mix"]),
  /** Points whose percentiles are drawn, by their keys. */
  at: lookedAt,
  /** Series in the order of columns and chips, where the comparison itself has none. */
  order: lookedAt,
  table: parseAsStringLiteral(["metric", "all"]),
} as const;

export const comparisonParsers = {
  ...comparedParsers,
  ...lookParsers,
  choose: parseAsBoolean.withDefault(false),
} as const;

export type Selection = inferParserType<typeof comparisonParsers>;
export type Look = inferParserType<typeof lookParsers>;
export type SelectionChange = Partial<Nullable<Selection>>;
export type LookChange = Partial<Nullable<Look>>;
type Nullable<Of> = { [Key in keyof Of]: Of[Key] | null };

const serialize = createSerializer({ ...comparedParsers, ...lookParsers });

/** The comparison as the query of its address: what is saved, and what is shared. */
export function queryOf({ choose: _, ...rest }: Selection): string {
  return serialize(rest).replace(/^\?/, "");
}

/** What the server is asked for. */
export function inputOf({ s, m, p, with: reference, match }: Selection) {
  return {
    series: s.slice(0, COMPARED_SERIES_MAX),
    measured: m,
    published: p,
    withReference: reference === "reference",
    match,
  };
}

/** What a shared comparison was looked at like: from the query that its link keeps. */
export const loadShared = createLoader({ ...comparedParsers, ...lookParsers });

export function lookOf({
  s: _s,
  m: _m,
  p: _p,
  with: _with,
  match: _match,
  ...look
}: Awaited<ReturnType<typeof loadShared>>): Look {
  return look;
}
