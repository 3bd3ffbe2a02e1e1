/** When a host said something: by its clock, which may be set back, and by its own count, which only grows. */
export interface Moment {
  readonly time: Date;
  readonly hostId: string;
  /** Undefined from agents that do not count. */
  readonly sequence: number | undefined;
  /** What the host's clock itself said, which may be ahead of `time`. */
  readonly clockMs?: number;
}

/** Who says it, and the server's own time as it hears it. */
export interface Hearing {
  readonly hostId: string;
  readonly now: Date;
}

/**
 * The moment of an event: the earlier of what its host's clock says and of the server's own time, so that nobody can be
 * the newest for longer than until its next report.
 */
export function momentOf({ hostId, now }: Hearing, event: { timeMs: number; sequence?: number | undefined }): Moment {
  const { timeMs: clockMs, sequence } = event;
  return { time: new Date(Math.min(clockMs, now.getTime())), hostId, sequence, clockMs };
}

/** When the first of some events happened. */
export function firstMoment(hearing: Hearing, events: readonly { readonly timeMs: number }[]): Date {
  return new Date(Math.min(hearing.now.getTime(), ...events.map(({ timeMs }) => timeMs)));
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

/** The condition on a host that what is stored of it, an inventory or its environment, is not newer than the moment. */
export function notNewer(what: "inventory" | "environment", { time, sequence }: Moment) {
  const [timeColumn, countColumn] = [`${what}At`, `${what}Sequence`] as const;
  const byTime = { OR: [{ [timeColumn]: null }, { [timeColumn]: { lte: time } }] };
  if (sequence === undefined) return byTime;
  return { OR: [{ [countColumn]: { lte: BigInt(sequence) } }, { [countColumn]: null, ...byTime }] };
}
