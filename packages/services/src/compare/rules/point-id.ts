/** One direction of one point of a run, as a comparison's URL names it: "3f0c….-….2.read". */
export interface MeasuredPointId {
  readonly runId: string;
  readonly sequence: number;
  readonly direction: "read" | "write";
}

const pattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,4})\.(read|write)$/;

export function parseMeasuredPointId(text: string): MeasuredPointId | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const [, runId = "", sequence, direction] = match;
  return { runId, sequence: Number(sequence), direction: direction === "read" ? "read" : "write" };
}
