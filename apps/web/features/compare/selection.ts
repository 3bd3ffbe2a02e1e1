import { COMPARISON_METRICS } from "@crosspoint/domain";
import { type inferParserType, parseAsArrayOf, parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs";

/** The comparison is its URL: everything that a person chose stands in it. */
export const comparisonParsers = {
  /** Measured points: `<run>.<point>.<direction>`. */
  m: parseAsArrayOf(parseAsString).withDefault([]),
  /** Published rows of the catalog. */
  p: parseAsArrayOf(parseAsString).withDefault([]),
  /** Whether the reference rows stand beside the chosen ones. */
  with: parseAsStringLiteral(["reference"]),
  workload: parseAsString,
  metric: parseAsStringLiteral(COMPARISON_METRICS).withDefault("iops"),
  scale: parseAsStringLiteral(["linear", "logarithmic"]).withDefault("linear"),
  choose: parseAsBoolean.withDefault(false),
} as const;

export type Selection = inferParserType<typeof comparisonParsers>;
export type SelectionChange = Partial<Nullable<Selection>>;
type Nullable<Of> = { [Key in keyof Of]: Of[Key] | null };
