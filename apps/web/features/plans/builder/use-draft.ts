"use client";

import { readPlanYaml } from "@crosspoint/services/plan/rules/plan-yaml";
import { useEffect, useReducer, useState } from "react";
import { useActor } from "@/features/access/actor";
import { inOrder, saysTheSame } from "./draft/check";
import { type DraftPlan, documentOf, draftOf, type Fields, type KeyedPlan } from "./draft/draft-plan";
import { historyOf, historyReducer } from "./draft/history";
import { deleteDraft, draftId, readDraft, type StoredDraft, writeDraft } from "./draft/stored-drafts";
import { documentOfOrigin, draftNameOf, type Origin } from "./origin";

const empty: KeyedPlan = { plan: { head: { name: "" }, steps: [] }, nextKey: 0 };

/** A document as a draft; one that no cards can show is shown as text. */
function keyedOf(document: unknown): KeyedPlan {
  const draft = draftOf(inOrder(document));
  return "plan" in draft ? draft : empty;
}

function versionOf(origin: Origin): number | undefined {
  return origin.kind === "saved" ? origin.detail.version : undefined;
}

/** The plan that is edited, and what of it is kept in this browser until it is saved. */
export function useDraft(origin: Origin, keeps: boolean) {
  const id = draftId(useActor().id, draftNameOf(origin));
  const [restored, setRestored] = useState(() => (keeps ? readDraft(localStorage, id) : undefined));
  const [baseline, setBaseline] = useState<Fields>(() => documentOf(keyedOf(documentOfOrigin(origin)).plan));
  const [basedOn, setBasedOn] = useState(restored?.basedOn ?? versionOf(origin));
  const [note, setNote] = useState(restored?.note ?? "");
  const [text, setText] = useState(restored?.text);
  const [history, dispatch] = useReducer(historyReducer, undefined, () =>
    historyOf(keyedOf(restored?.document ?? documentOfOrigin(origin))),
  );
  const { plan } = history.now;
  const isChanged = text !== undefined || !saysTheSame(documentOf(plan), baseline);
  const kept = useKept({ id, keeps, isChanged, plan, basedOn, note, text });
  const [typed, setTyped] = useState<{ text: string; plan: DraftPlan }>();
  /** A text takes the place of the steps as soon as it can be read as some. */
  const typeText = (next: string) => {
    const read = readPlanYaml(next);
    const keyed = read.kind === "document" ? draftOf(read.document, history.now.nextKey) : { mistake: "" };
    if ("mistake" in keyed) {
      setText(next);
      return;
    }
    setText(undefined);
    setTyped({ text: next, plan: keyed.plan });
    dispatch({ kind: "replace", plan: keyed, group: "text" });
  };
  /** What was saved, or is taken instead of the draft. */
  const settle = (document: Fields, version: number | undefined) => {
    setBaseline(document);
    setBasedOn(version);
    setNote("");
    setText(undefined);
    setRestored(undefined);
  };
  const discardTo = (document: unknown, version: number | undefined) => {
    const keyed = keyedOf(document);
    dispatch({ kind: "replace", plan: { ...keyed, nextKey: Math.max(keyed.nextKey, history.now.nextKey) } });
    settle(documentOf(keyed.plan), version);
  };
  return {
    ...{ plan, history, dispatch, isChanged, baseline, basedOn, setBasedOn, note, setNote, text, setText },
    ...{ restored, kept, settle, discardTo, typeText },
    /** The plan as it was typed, with its comments, until something else changes it. */
    typed: typed?.plan === plan ? typed.text : undefined,
  };
}

export type Draft = ReturnType<typeof useDraft>;

interface KeptDraft extends Omit<StoredDraft, "document" | "savedAtMs"> {
  readonly keeps: boolean;
  readonly isChanged: boolean;
  readonly plan: DraftPlan;
}

/** Keeps the draft in this browser as it is typed; whether there was room for it. */
function useKept({ id, keeps, isChanged, plan, basedOn, note, text }: KeptDraft): boolean {
  const [kept, setKept] = useState(true);
  useEffect(() => {
    if (!keeps) return;
    if (!isChanged) {
      deleteDraft(localStorage, id);
      return;
    }
    const draft = { id, savedAtMs: Date.now(), document: documentOf(plan), basedOn, note, text };
    setKept(writeDraft(localStorage, draft));
  }, [id, keeps, isChanged, plan, basedOn, note, text]);
  return kept;
}
