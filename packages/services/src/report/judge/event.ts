import {
  type AgentEvent,
  agentEvent,
  type DriveIdentity,
  type FieldError,
  type RefusedEvent,
  type VolumeObservation,
} from "@crosspoint/protocol";
import { unstorableText } from "../../unstorable-text.ts";
import type { JudgeBudget } from "./budget.ts";
import { histogramErrors } from "./histogram-errors.ts";
import { readEvent } from "./read-event.ts";

/** An agent's clock may be this far ahead; beyond it, its samples would hide all later ones. */
export const clockAheadLimitMs = 86_400_000;
const knownKinds: ReadonlySet<string> = new Set(agentEvent.options.map((option) => option.shape.kind.value));
const largestBigint = 2n ** 63n - 1n;

/**
 * And so far behind: longer than a spool of the default size can hold what one drive says. What claims to be older was
 * dated by a clock that did not know the time yet (1970), and would stand where nobody looks for it.
 */
export const clockBehindLimitMs = 400 * 86_400_000;

export interface Clocks {
  readonly serverMs: number;
  /** What the agent's clock said when it sent the report. */
  readonly agentMs: number;
}

export type JudgedEvent =
  | { readonly kind: "good"; readonly event: AgentEvent }
  | { readonly kind: "refused"; readonly refused: RefusedEvent };

/** Judges one event by its content alone; what it refers to is judged later, against the database. */
export async function judgeEvent(
  raw: { readonly id: string; readonly kind: string },
  clocks: Clocks,
  budget: JudgeBudget,
): Promise<JudgedEvent> {
  const refuse = (reason: string, errors: FieldError[] = []): JudgedEvent => ({
    kind: "refused",
    refused: { id: raw.id, reason, errors },
  });
  if (!knownKinds.has(raw.kind)) {
    return refuse(`This server does not know the event kind "${raw.kind}". Update the server before the agents.`);
  }
  const read = await readEvent(raw, budget);
  if (read.kind === "invalid") return refuse(`The ${raw.kind} event is not valid.`, read.errors);
  const { event } = read;
  const offReason = clockOffReason(event.timeMs, clocks);
  if (offReason !== undefined) return refuse(offReason);
  const unstorable = unstorableText(event);
  if (unstorable !== undefined) return refuse(`The ${event.kind} event is not valid.`, [unstorable]);
  const errors = contentErrors(event);
  return errors.length > 0 ? refuse(`The ${event.kind} event is not valid.`, errors) : { kind: "good", event };
}

export const isClockRight = (timeMs: number, serverMs: number): boolean =>
  timeMs <= serverMs + clockAheadLimitMs && timeMs >= serverMs - clockBehindLimitMs;

function clockOffReason(timeMs: number, { serverMs, agentMs }: Clocks): string | undefined {
  if (isClockRight(timeMs, serverMs)) return undefined;
  const off = timeMs > serverMs ? "more than a day ahead of" : "more than 400 days behind";
  const say = (ms: number) => new Date(ms).toISOString();
  return (
    `The event's time ${say(timeMs)} is ${off} the server's clock, which says ${say(serverMs)}; ` +
    `the agent's clock said ${say(agentMs)}. Set the clock of the host.`
  );
}

/** What no schema can say. */
function contentErrors(event: AgentEvent): FieldError[] {
  switch (event.kind) {
    case "inventory":
      return [
        ...event.drives.flatMap((drive, index) => identityErrors(drive.identity, `drives.${index}.identity`)),
        ...(event.volumes ?? []).flatMap(volumeErrors),
        ...event.scratchFiles.flatMap((file, index) => sizeErrors(file.sizeBytes, `scratchFiles.${index}.sizeBytes`)),
      ];
    case "smart":
    case "driveProblem":
    case "driveDetails":
    case "driveLogs":
      return identityErrors(event.drive, "drive");
    case "pointSecond":
    case "pointFinished":
      return [...histogramErrors(event.read, "read"), ...histogramErrors(event.write, "write")];
    case "databasePointFinished":
      return histogramErrors(event.result && { ...event.result, operations: event.result.transactions }, "result");
    default:
      return [];
  }
}

function identityErrors(identity: DriveIdentity, path: string): FieldError[] {
  return (["model", "serial"] as const)
    .filter((field) => identity[field].trim() === "")
    .map((field) => ({
      path: `${path}.${field}`,
      message: "is blank: a drive without it cannot be told from another",
    }));
}

function volumeErrors({ sizeBytes, members }: VolumeObservation, index: number): FieldError[] {
  return [
    ...sizeErrors(sizeBytes, `volumes.${index}.sizeBytes`),
    ...members.flatMap(({ drive }, member) => identityErrors(drive, `volumes.${index}.members.${member}.drive`)),
  ];
}

function sizeErrors(bytes: string, path: string): FieldError[] {
  return BigInt(bytes) > largestBigint ? [{ path, message: "is larger than any file can be (2^63 - 1 bytes)" }] : [];
}
