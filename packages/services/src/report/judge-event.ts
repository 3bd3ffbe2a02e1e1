import {
  type AgentEvent,
  agentEvent,
  type DriveIdentity,
  type FieldError,
  type RefusedEvent,
} from "@crosspoint/protocol";
import { fieldErrors } from "../parse.ts";
import { histogramErrors } from "./histogram-errors.ts";
import { unstorableText } from "./unstorable-text.ts";

/** An agent's clock may be this far ahead; beyond it, its samples would hide all later ones. */
export const clockAheadLimitMs = 86_400_000;
const knownKinds: ReadonlySet<string> = new Set(agentEvent.options.map((option) => option.shape.kind.value));
const largestBigint = 2n ** 63n - 1n;

export interface Clocks {
  readonly serverMs: number;
  /** What the agent's clock said when it sent the report. */
  readonly agentMs: number;
}

export type JudgedEvent =
  | { readonly kind: "good"; readonly event: AgentEvent }
  | { readonly kind: "refused"; readonly refused: RefusedEvent };

/** Judges one event by its content alone; what it refers to is judged later, against the database. */
export function judgeEvent(raw: { readonly id: string; readonly kind: string }, clocks: Clocks): JudgedEvent {
  const refuse = (reason: string, errors: FieldError[] = []): JudgedEvent => ({
    kind: "refused",
    refused: { id: raw.id, reason, errors },
  });
  if (!knownKinds.has(raw.kind)) {
    return refuse(`This server does not know the event kind "${raw.kind}". Update the server before the agents.`);
  }
  const parsed = agentEvent.safeParse(raw);
  if (!parsed.success) return refuse(`The ${raw.kind} event is not valid.`, fieldErrors(parsed.error));
  const event = parsed.data;
  if (event.timeMs > clocks.serverMs + clockAheadLimitMs) return refuse(aheadReason(event.timeMs, clocks));
  const unstorable = unstorableText(event);
  if (unstorable !== undefined) return refuse(`The ${event.kind} event is not valid.`, [unstorable]);
  const errors = contentErrors(event);
  return errors.length > 0 ? refuse(`The ${event.kind} event is not valid.`, errors) : { kind: "good", event };
}

function aheadReason(timeMs: number, { serverMs, agentMs }: Clocks): string {
  const say = (ms: number) => new Date(ms).toISOString();
  return (
    `The event's time ${say(timeMs)} is more than a day ahead of the server's clock, which says ${say(serverMs)}; ` +
    `the agent's clock said ${say(agentMs)}. Set the clock of the host.`
  );
}

/** What no schema can say. */
function contentErrors(event: AgentEvent): FieldError[] {
  switch (event.kind) {
    case "inventory":
      return [
        ...event.drives.flatMap((drive, index) => identityErrors(drive.identity, `drives.${index}.identity`)),
        ...event.scratchFiles.flatMap((file, index) => sizeErrors(file.sizeBytes, `scratchFiles.${index}.sizeBytes`)),
      ];
    case "smart":
    case "driveProblem":
      return identityErrors(event.drive, "drive");
    case "pointSecond":
    case "pointFinished":
      return [...histogramErrors(event.read, "read"), ...histogramErrors(event.write, "write")];
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

function sizeErrors(bytes: string, path: string): FieldError[] {
  return BigInt(bytes) > largestBigint ? [{ path, message: "is larger than any file can be (2^63 - 1 bytes)" }] : [];
}
