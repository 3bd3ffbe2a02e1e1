"use client";

import { Play } from "lucide-react";
import Link from "next/link";
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from "react";
import { useWhyNot } from "@/features/access/actor";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { RelativeTime } from "@/ui/time";
import { isImported } from "../draft-address";
import { savedPlanKey } from "../saved-plan-key";
import { BuilderProvider, type BuilderState } from "./builder-context";
import { type CheckedPlan, checkPlan, type Mistake } from "./draft/check";
import { type DraftPlan, documentOf, draftOf } from "./draft/draft-plan";
import { edited } from "./draft/edit";
import { allFound } from "./draft/tree";
import { HeadPanel } from "./head-panel";
import { useStepDrops } from "./list/step-drag";
import { documentOfOrigin, type Origin } from "./origin";
import { ExpansionPanel } from "./side/expansion-panel";
import { ExportMenu } from "./side/export-menu";
import { MistakesPanel } from "./side/mistakes-panel";
import { SavePanel } from "./side/save-panel";
import { StepsPanel, type StepsView } from "./steps-panel";
import { type Draft, useDraft } from "./use-draft";
import { useFocusAfter } from "./use-focus-after";
import { savedMistakes, useSave } from "./use-save";
import { ConflictBanner } from "./versions/conflict-banner";
import { VersionsPanel } from "./versions/versions-panel";

/** Steps of a plan that are open from the start; of a longer one none is. */
const openedSteps = 2;

/** A plan as it is put together: its steps on the left, on the right what they come to. */
export function Builder({ origin }: { origin: Origin }) {
  const readOnly = useWhyNot("benchmark.launch") !== undefined;
  const draft = useDraft(origin, !readOnly);
  const checked = useMemo(() => checkPlan(draft.plan), [draft.plan]);
  const save = useSave(origin, draft, checked);
  const mistakes = [...checked.mistakes, ...savedMistakes(draft, save)];
  const place = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<StepsView>(() => (startsAsText(origin, draft) ? "text" : "cards"));
  const { state, said, goTo } = useBuilder(draft, mistakes, readOnly, place);
  return (
    <BuilderProvider value={state}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys that undo, wherever in it the focus is. */}
      <div
        ref={place}
        onKeyDown={(event) => undoByKey(event, draft)}
        className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_26rem]"
      >
        <div className="grid min-w-0 gap-4">
          <Restored draft={draft} origin={origin} />
          {origin.kind === "saved" ? <ConflictBanner detail={origin.detail} draft={draft} /> : null}
          <HeadPanel mistakes={mistakes} />
          <StepsPanel draft={draft} checked={checked} view={view} onView={setView} />
        </div>
        <div className="grid min-w-0 gap-4 xl:sticky xl:top-16 xl:max-h-[calc(100vh-5rem)] xl:overflow-y-auto">
          <Side origin={origin} draft={draft} checked={checked}>
            {draft.text === undefined ? (
              <MistakesPanel
                plan={draft.plan}
                mistakes={mistakes}
                onGo={(mistake) => {
                  setView("cards");
                  goTo(mistake);
                }}
              />
            ) : null}
            {readOnly ? null : <SavePanel origin={origin} draft={draft} checked={checked} save={save} />}
            <ExpansionPanel checked={checked} />
          </Side>
        </div>
        <output aria-live="polite" className="sr-only">
          {said}
        </output>
      </div>
    </BuilderProvider>
  );
}

/** A text that no cards can show, typed or imported, is shown as it is. */
function startsAsText(origin: Origin, { text, restored }: Draft): boolean {
  return text !== undefined || "mistake" in draftOf(restored?.document ?? documentOfOrigin(origin));
}

function useBuilder(
  draft: Draft,
  mistakes: readonly Mistake[],
  readOnly: boolean,
  place: React.RefObject<HTMLDivElement | null>,
) {
  const { plan, history, dispatch } = draft;
  const [said, say] = useState("");
  const [open, setOpen] = useState<ReadonlySet<string>>(() => startOpen(plan));
  const focusAfter = useFocusAfter(place);
  const openStep = (key: string, isOpen: boolean) =>
    setOpen((before) => new Set(isOpen ? [...before, key] : [...before].filter((each) => each !== key)));
  const edit: BuilderState["edit"] = (change, then = {}) => {
    dispatch({ kind: "edit", edit: change });
    focusAfter(then.focus);
    if (then.say) say(then.say(edited(history.now, change).plan));
  };
  useStepDrops(plan, (key, at) => edit({ kind: "drop", key, at }, { focus: { key, part: "toggle" } }));
  const state: BuilderState = {
    plan,
    nextStepKey: `step-${history.now.nextKey}`,
    mistakesOf: (key) => mistakes.filter((mistake) => mistake.key === key),
    edit,
    isOpen: (key) => open.has(key),
    setOpen: openStep,
    readOnly,
  };
  const goTo = ({ key }: Mistake) => {
    if (key === undefined) {
      place.current?.querySelector<HTMLElement>("input")?.focus();
      return;
    }
    focusAfter({ key, part: "toggle" });
    openStep(key, true);
  };
  return { state, said, goTo };
}

function startOpen({ steps }: DraftPlan): ReadonlySet<string> {
  const all = allFound(steps).map(({ step }) => step.key);
  return new Set(all.length <= openedSteps ? all : []);
}

/** In a field the browser undoes by itself what was typed into it. */
function undoByKey(event: KeyboardEvent, { dispatch }: Draft): void {
  const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
  if (isField || event.key.toLowerCase() !== "z" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  dispatch({ kind: event.shiftKey ? "redo" : "undo" });
}

/** What was typed before the page was left or loaded anew is there again. */
function Restored({ draft, origin }: { draft: Draft; origin: Origin }) {
  if (draft.restored === undefined || !draft.isChanged) return null;
  const version = origin.kind === "saved" ? origin.detail.version : undefined;
  return (
    <Banner
      tone="info"
      title={
        origin.kind === "new" && isImported(origin.draftName)
          ? "Imported; not saved yet"
          : "Restored your unsaved draft"
      }
      action={<Button onClick={() => draft.discardTo(documentOfOrigin(origin), version)}>Discard draft</Button>}
    >
      <RelativeTime time={new Date(draft.restored.savedAtMs)} />, kept in this browser.
    </Banner>
  );
}

interface SideProps {
  readonly origin: Origin;
  readonly draft: Draft;
  readonly checked: CheckedPlan;
  readonly children: ReactNode;
}

function Side({ origin, draft, checked, children }: SideProps) {
  const readOnly = useWhyNot("benchmark.launch") !== undefined;
  const { nextKey } = draft.history.now;
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {origin.kind === "saved" ? <RunButton savedPlanId={origin.detail.id} draft={draft} /> : null}
        <ExportMenu document={checked.kind === "valid" ? checked.document : undefined} />
      </div>
      {children}
      {origin.kind === "saved" ? (
        <VersionsPanel
          detail={origin.detail}
          readOnly={readOnly}
          onOpen={(document) => {
            const keyed = draftOf({ ...document, name: documentOf(draft.plan).name }, nextKey);
            if (!("plan" in keyed)) return;
            // A text that could not be read would go on to stand in its place.
            draft.setText(undefined);
            draft.dispatch({ kind: "replace", plan: keyed });
          }}
        />
      ) : null}
    </>
  );
}

/** Opens the launch page with the version that is shown: what runs is what was saved. */
function RunButton({ savedPlanId, draft }: { savedPlanId: string; draft: Draft }) {
  const whyNot = useWhyNot("benchmark.launch");
  const why = whyNot ?? (draft.isChanged ? "Save your changes first: what runs is a saved version." : undefined);
  const { basedOn = 1 } = draft;
  if (why !== undefined) {
    return (
      <Button disabledReason={why}>
        <Play aria-hidden /> Run this plan
      </Button>
    );
  }
  return (
    <Button asChild>
      <Link href={`/benchmarks/new?plan=${savedPlanKey(savedPlanId, basedOn)}`}>
        <Play aria-hidden /> Run this plan
      </Link>
    </Button>
  );
}
