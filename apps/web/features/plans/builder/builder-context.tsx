"use client";

import { createContext, use } from "react";
import type { Mistake } from "./draft/check";
import type { DraftPlan } from "./draft/draft-plan";
import type { Edit } from "./draft/edit";

/** What has the focus once an edit is done: a button of a step's card, or the card itself. */
export interface FocusTarget {
  readonly key: string;
  readonly part: string;
}

export interface BuilderState {
  readonly plan: DraftPlan;
  /** The key that the next new step gets. */
  readonly nextStepKey: string;
  readonly mistakesOf: (key: string) => readonly Mistake[];
  readonly edit: (
    edit: Edit,
    then?: { readonly focus?: FocusTarget; readonly say?: (after: DraftPlan) => string },
  ) => void;
  readonly isOpen: (key: string) => boolean;
  readonly setOpen: (key: string, open: boolean) => void;
  /** Looks only. */
  readonly readOnly: boolean;
}

const BuilderContext = createContext<BuilderState | undefined>(undefined);
export const BuilderProvider = BuilderContext;

export function useBuilderState(): BuilderState {
  const state = use(BuilderContext);
  if (state === undefined) throw new Error("useBuilderState stands outside of the builder");
  return state;
}
