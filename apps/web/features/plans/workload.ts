import type { Inputs } from "@/api/client";

type Workload = Extract<Inputs["run"]["preflight"]["plan"], { kind: "custom" }>["workload"];

/** What stands in the form's fields, as text. */
export interface WorkloadText {
  readonly pattern: "random" | "sequential";
  readonly readPercent: string;
  /** In KiB; 0.5 is 512 bytes. */
  readonly blockKib: string;
  readonly queueDepth: string;
  readonly threads: string;
  readonly durationS: string;
  readonly rampS: string;
  readonly spanPercent: string;
}

export const defaultWorkload: WorkloadText = {
  pattern: "random",
  readPercent: "100",
  blockKib: "4",
  queueDepth: "1",
  threads: "1",
  durationS: "60",
  rampS: "5",
  spanPercent: "100",
};

export type WorkloadErrors = Readonly<Partial<Record<keyof WorkloadText, string>>>;
export type ParsedWorkload =
  | { readonly kind: "valid"; readonly workload: Workload; readonly errors: WorkloadErrors }
  | { readonly kind: "invalid"; readonly errors: WorkloadErrors };

interface Range {
  readonly least: number;
  readonly most: number;
  readonly unit: string;
}

/** Day-long points belong into a plan; a single workload of a person is bounded to an hour. */
const ranges: Record<Exclude<keyof WorkloadText, "pattern" | "blockKib">, Range> = {
  readPercent: { least: 0, most: 100, unit: "%" },
  queueDepth: { least: 1, most: 4096, unit: "" },
  threads: { least: 1, most: 256, unit: "" },
  durationS: { least: 1, most: 3600, unit: "s" },
  rampS: { least: 0, most: 600, unit: "s" },
  spanPercent: { least: 1, most: 100, unit: "%" },
};

/** Reads the fields; each error belongs to one of them. */
export function parseWorkload(text: WorkloadText): ParsedWorkload {
  const errors: Partial<Record<keyof WorkloadText, string>> = {};
  for (const field of Object.keys(ranges) as (keyof typeof ranges)[]) {
    const error = wholeNumberError(text[field], ranges[field]);
    if (error !== undefined) errors[field] = error;
  }
  const blockError = blockErrorOf(text.blockKib);
  if (blockError !== undefined) errors.blockKib = blockError;
  if (Object.keys(errors).length > 0) return { kind: "invalid", errors };
  return {
    kind: "valid",
    errors,
    workload: {
      pattern: text.pattern,
      readPercent: Number(text.readPercent),
      blockBytes: Number(text.blockKib) * 1024,
      queueDepth: Number(text.queueDepth),
      threads: Number(text.threads),
      durationSeconds: Number(text.durationS),
      rampSeconds: Number(text.rampS),
      spanPercent: Number(text.spanPercent),
    },
  };
}

function wholeNumberError(text: string, { least, most, unit }: Range): string | undefined {
  const value = Number(text);
  const range = `${least} to ${most.toLocaleString("en-US")}${unit === "" ? "" : ` ${unit}`}`;
  if (text.trim() === "" || !Number.isInteger(value)) return `A whole number from ${range}.`;
  return value < least || value > most ? `From ${range}.` : undefined;
}

function blockErrorOf(text: string): string | undefined {
  const bytes = Number(text) * 1024;
  if (text.trim() === "" || !Number.isFinite(bytes)) return "A size in KiB, for example 4.";
  if (bytes < 512 || bytes > 16 * 1024 * 1024) return "From 0.5 (512 bytes) to 16,384 KiB.";
  return bytes % 512 === 0 ? undefined : "A multiple of 512 bytes (0.5 KiB).";
}
