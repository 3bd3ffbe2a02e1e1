import type { Outputs } from "@/api/client";

type Counts = Outputs["batch"]["list"]["batches"][number]["runs"];
type State = keyof Counts;

export interface BatchProgress {
  readonly runs: number;
  readonly over: number;
  /** Of those that are not over, and of those that did not end well: how many and what. */
  readonly words: readonly { readonly state: State; readonly text: string }[];
}

const words: readonly (readonly [State, string])[] = [
  ["running", "running"],
  ["requested", "starting"],
  ["queued", "queued"],
  ["failed", "failed"],
  ["declined", "declined"],
  ["interrupted", "interrupted"],
  ["cancelled", "cancelled"],
];

const open: ReadonlySet<State> = new Set(["running", "requested", "queued"]);

/** How far a batch is. */
export function batchProgress(counts: Counts): BatchProgress {
  const entries = Object.entries(counts) as [State, number][];
  const sum = (list: typeof entries) => list.reduce((total, [, count]) => total + count, 0);
  const runs = sum(entries);
  return {
    runs,
    over: runs - sum(entries.filter(([state]) => open.has(state))),
    words: words.flatMap(([state, word]) => {
      const count = counts[state] ?? 0;
      return count === 0 ? [] : [{ state, text: `${count} ${word}` }];
    }),
  };
}
