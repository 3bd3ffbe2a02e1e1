"use client";

import Link from "next/link";
import { useSyncExternalStore } from "react";
import { useActor } from "@/features/access/actor";
import { Button } from "@/ui/button";
import { Panel } from "@/ui/panel";
import { RelativeTime } from "@/ui/time";
import { isMapping } from "../builder/draft/draft-plan";
import { deleteDraft, draftId, listDrafts, type StoredDraft } from "../builder/draft/stored-drafts";
import { draftAddress } from "../draft-address";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  globalThis.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    globalThis.removeEventListener("storage", listener);
  };
}

const none = "[]";

/** What was typed into the builder in this browser and not saved: nothing of it is lost, and here it is found again. */
export function DraftsPanel() {
  const { id: personId } = useActor();
  const listed = useSyncExternalStore(
    subscribe,
    () => JSON.stringify(listDrafts(localStorage, personId)),
    () => none,
  );
  const drafts = JSON.parse(listed) as StoredDraft[];
  if (drafts.length === 0) return null;
  const discard = (id: string) => {
    deleteDraft(localStorage, id);
    for (const listener of listeners) listener();
  };
  return (
    <Panel title="Unsaved drafts" note="in this browser" flush>
      <ul>
        {drafts.map((draft) => (
          <li key={draft.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-2 last:border-b-0">
            <Link
              href={draftAddress(draft.id.slice(draftId(personId, "").length))}
              className="wrap-anywhere min-w-0 font-medium text-accent hover:underline"
            >
              {nameOf(draft)}
            </Link>
            <span className="text-muted text-table">
              typed <RelativeTime time={new Date(draft.savedAtMs)} />
              {draft.basedOn === undefined ? "" : `, from version ${draft.basedOn}`}
            </span>
            <Button
              size="small"
              className="ml-auto"
              aria-label={`Discard the draft ${nameOf(draft)}`}
              onClick={() => discard(draft.id)}
            >
              Discard
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function nameOf({ document }: StoredDraft): string {
  const name = isMapping(document) ? document.name : undefined;
  return typeof name === "string" && name.trim() !== "" ? name : "Unnamed plan";
}
