import { parseAsArrayOf, parseAsString, parseAsStringLiteral } from "nuqs";

export const runStates = [
  "queued",
  "requested",
  "running",
  "complete",
  "cancelled",
  "failed",
  "interrupted",
  "declined",
] as const;

/** What is listed, in the URL. */
export const runFilterParsers = {
  q: parseAsString.withDefault(""),
  state: parseAsArrayOf(parseAsStringLiteral(runStates)).withDefault([]),
  drive: parseAsString,
  host: parseAsString,
  tag: parseAsString,
  after: parseAsString,
};
