/** When a host said something: by its clock, which may be set back, and by its own count, which only grows. */
export interface Moment {
  readonly time: Date;
  readonly hostId: string;
  /** Undefined from agents that do not count. */
  readonly sequence: number | undefined;
}

/** The moment of an event. */
export function momentOf(hostId: string, event: { timeMs: number; sequence?: number | undefined }): Moment {
  return { time: new Date(event.timeMs), hostId, sequence: event.sequence };
}

/** Whether a was said after b. Within one host its count decides; between two, their clocks are all there is. */
export function isNewer(a: Moment | undefined, b: Moment): boolean {
  if (a === undefined) return false;
  return compareMoments(a, b) > 0;
}

export function compareMoments(a: Moment, b: Moment): number {
  if (a.hostId === b.hostId && a.sequence !== undefined && b.sequence !== undefined) return a.sequence - b.sequence;
  return a.time.getTime() - b.time.getTime();
}

/** The condition on a host that what is stored of it, an inventory or its environment, is not newer than the event. */
export function notNewer(what: "inventory" | "environment", event: { timeMs: number; sequence?: number | undefined }) {
  const [time, count] = [`${what}At`, `${what}Sequence`] as const;
  const byTime = { OR: [{ [time]: null }, { [time]: { lte: new Date(event.timeMs) } }] };
  if (event.sequence === undefined) return byTime;
  return { OR: [{ [count]: { lte: BigInt(event.sequence) } }, { [count]: null, ...byTime }] };
}
