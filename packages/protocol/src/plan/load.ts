import type { Contradiction } from "./field.ts";

/** What a sweep and a stream both say of a load: as axes or as values. */
export interface LoadFields {
  readonly blockBytes?: unknown;
  readonly blockMix?: unknown;
  readonly queueDepth?: unknown;
  readonly threads?: unknown;
  readonly threadsMax?: unknown;
  readonly totalDepth?: unknown;
  readonly ratePerSecond?: unknown;
  readonly pace?: unknown;
}

/** What the fields of a load say against one another. */
export function loadContradictions(load: LoadFields): Contradiction[] {
  return [...blockContradictions(load), ...depthContradictions(load), ...paceContradictions(load)];
}

function blockContradictions(load: LoadFields): Contradiction[] {
  const given = load.blockBytes !== undefined;
  const both = given === (load.blockMix !== undefined);
  return both ? [{ path: [], message: "expected either blockBytes or blockMix" }] : [];
}

function depthContradictions(load: LoadFields): Contradiction[] {
  if (load.totalDepth === undefined) {
    const message = "threadsMax goes with totalDepth; queueDepth is that of each of threads";
    return load.threadsMax === undefined ? [] : [{ path: ["threadsMax"], message }];
  }
  const perThread = (["queueDepth", "threads"] as const).find((field) => load[field] !== undefined);
  const message = "totalDepth goes with threadsMax, not with queueDepth and threads";
  return perThread === undefined ? [] : [{ path: [perThread], message }];
}

function paceContradictions({ pace, ratePerSecond }: LoadFields): Contradiction[] {
  const message = "only an open loop has a pace: give a ratePerSecond too";
  return pace === undefined || ratePerSecond !== undefined ? [] : [{ path: ["pace"], message }];
}
