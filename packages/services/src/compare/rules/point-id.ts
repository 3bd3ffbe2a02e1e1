/** One direction of one point of a run, as a comparison's URL names it: "3f0c….-….2.read". */
export interface MeasuredPointId {
  readonly runId: string;
  readonly pointIndex: number;
  readonly direction: "read" | "write";
}

const pattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,3})\.(read|write)$/;

export function parseMeasuredPointId(text: string): MeasuredPointId | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const [, runId = "", index, direction] = match;
  return { runId, pointIndex: Number(index), direction: direction === "read" ? "read" : "write" };
}

export function measuredPointId({ runId, pointIndex, direction }: MeasuredPointId): string {
  return `${runId}.${pointIndex}.${direction}`;
}
