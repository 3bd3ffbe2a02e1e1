import { type DraftStep, type Fields, isMapping, kindOf } from "./draft-plan";
import { showValue, type ValueKind, valuesOf } from "./value-text";
import { benchmarks, labelOf, purgeMethods, raised, settings } from "./words";

/** What a step does, in a line: "random, 4 KiB, 100 % reads, QD 1 2 4 … 64, 60 s". */
export function stepSummary(step: DraftStep): string {
  const { fields } = step;
  switch (kindOf(step)) {
    case "purge":
      return labelOf(purgeMethods, fields.method);
    case "set":
      return joined(
        settings.map(({ value, label }) => (fields[value] === undefined ? "" : `${label} ${String(fields[value])}`)),
      );
    case "idle":
      return showValue(fields.seconds, "seconds");
    case "fill":
      return joined([
        list(fields.method, "text"),
        list(fields.blockBytes, "bytes"),
        fields.fills === undefined ? "" : `${String(fields.fills)} ×`,
        fields.overProvisioningPercent === undefined
          ? ""
          : `${String(fields.overProvisioningPercent)}% over-provisioning`,
      ]);
    case "sweep":
      return joined([...loadWords(fields), endingWords(fields)]);
    case "streams":
      return joined([valuesOf(fields.streams).map(streamName).join(" + "), endingWords(fields)]);
    case "rounds":
      return joined([
        `up to ${String(fields.roundsMax ?? "?")} rounds`,
        fields.until === undefined ? "" : "until steady state",
      ]);
    case "each":
      return `${labelOf(settings, fields.setting)}: ${fields.values === "offered" ? "every value offered" : list(fields.values, "text")}`;
    case "database":
      return joined([
        labelOf(benchmarks, fields.benchmark),
        `${String(fields.sizeGib ?? "?")} GiB`,
        `${list(fields.clients, "count")} clients`,
        endingWords(fields),
      ]);
    case "ratedFigures":
      return joined([fields.figures === "reads" ? "reads only" : "reads and writes", endingWords(fields)]);
    case "search":
      return `${labelOf(raised, fields.raise)} from ${String(fields.from ?? "?")} to ${String(fields.to ?? "?")}`;
    default:
      return plainSummary(step);
  }
}

function plainSummary({ fields }: DraftStep): string {
  const { kind: _, ...rest } = fields;
  const said = Object.entries(rest).filter(([, value]) => typeof value !== "object");
  return said.map(([name, value]) => summaryOfField(name, value)).join(", ");
}

function summaryOfField(name: string, value: unknown): string {
  if (name === "method" || name === "test" || name === "system") return String(value);
  return `${name} ${String(value)}`;
}

function loadWords(fields: Fields): string[] {
  const reads = valuesOf(fields.readPercent);
  return [
    list(fields.pattern, "text"),
    fields.blockMix === undefined ? list(fields.blockBytes, "bytes") : list(fields.blockMix, "text"),
    reads.length === 0 ? "" : `${list(fields.readPercent, "count")}% reads`,
    fields.queueDepth === undefined ? "" : `QD ${list(fields.queueDepth, "count")}`,
    fields.threads === undefined
      ? ""
      : `${list(fields.threads, "count")} ${fields.threads === 1 ? "thread" : "threads"}`,
    fields.totalDepth === undefined ? "" : `total depth ${list(fields.totalDepth, "count")}`,
    fields.ratePerSecond === undefined ? "" : list(fields.ratePerSecond, "rate"),
  ];
}

function endingWords({ durationSeconds, fills, bytes, steadyState }: Fields): string {
  if (steadyState !== undefined) return "until steady state";
  if (fills !== undefined) return `${String(fills)} × the span`;
  if (bytes !== undefined) return `${String(bytes)} bytes`;
  return durationSeconds === undefined ? "" : showValue(durationSeconds, "seconds");
}

function streamName(stream: unknown): string {
  return isMapping(stream) ? String(stream.name ?? "?") : "?";
}

/** Values of a list that are written out; of a longer one the first three and the last. */
const shownMax = 5;

function list(axis: unknown, kind: ValueKind): string {
  const values = valuesOf(axis).map((value) => showValue(value, kind));
  return (values.length > shownMax ? [...values.slice(0, 3), "…", values.at(-1)] : values).join(" · ");
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(", ");
}
