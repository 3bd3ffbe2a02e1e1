import type { KeyedPlan } from "./draft-plan";
import { type Edit, edited, groupOf } from "./edit";

/** Edits that can be undone. */
const undoLimit = 100;

/** A plan that is edited, with what it was. */
export interface History {
  readonly now: KeyedPlan;
  /** The latest last. */
  readonly past: readonly KeyedPlan[];
  /** What was undone, the latest last. */
  readonly undone: readonly KeyedPlan[];
  /** The field that was edited last; more of it is undone together. */
  readonly group: string | undefined;
}

export type HistoryAction =
  | { readonly kind: "edit"; readonly edit: Edit }
  | { readonly kind: "replace"; readonly plan: KeyedPlan; readonly group?: string }
  | { readonly kind: "undo" }
  | { readonly kind: "redo" };

export function historyOf(now: KeyedPlan): History {
  return { now, past: [], undone: [], group: undefined };
}

export function historyReducer(history: History, action: HistoryAction): History {
  switch (action.kind) {
    case "edit":
      return followed(history, edited(history.now, action.edit), groupOf(action.edit));
    case "replace":
      return followed(history, action.plan, action.group);
    case "undo": {
      const before = history.past.at(-1);
      if (before === undefined) return history;
      const undone = [...history.undone, history.now];
      return { now: withKeys(before, history.now), past: history.past.slice(0, -1), undone, group: undefined };
    }
    case "redo": {
      const next = history.undone.at(-1);
      if (next === undefined) return history;
      const past = [...history.past, history.now];
      return { now: withKeys(next, history.now), past, undone: history.undone.slice(0, -1), group: undefined };
    }
  }
}

function followed(history: History, next: KeyedPlan, group: string | undefined): History {
  if (next === history.now) return history;
  if (group !== undefined && group === history.group) return { ...history, now: next, undone: [] };
  return { now: next, past: [...history.past, history.now].slice(-undoLimit), undone: [], group };
}

/** No key is given twice, also to a step that was added after what is undone. */
function withKeys({ plan }: KeyedPlan, { nextKey }: KeyedPlan): KeyedPlan {
  return { plan, nextKey };
}
