import type { Outputs } from "@/api/client";

type Raised = NonNullable<Outputs["run"]["get"]["points"][number]["raised"]>;

/** "rate ×24 (trial)": what a search raised for a point, and whether the point confirms its answer. */
export function raisedWords(raised: Raised): string {
  return `${raisedName(raised.parameter)} ${raisedValue(raised)} (${raised.confirms ? "confirmation" : "trial"})`;
}

/** "×24" of a rate; a queue depth and a number of threads are what they are raised to. */
export function raisedValue({ parameter, value }: Pick<Raised, "parameter" | "value">): string {
  return parameter === "rate" ? `×${value}` : String(value);
}

export function raisedName(parameter: Raised["parameter"]): string {
  return { rate: "rate", queueDepth: "queue depth", threads: "threads" }[parameter];
}
