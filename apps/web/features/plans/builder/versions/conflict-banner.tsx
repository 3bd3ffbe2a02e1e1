"use client";

import { useEffect, useState } from "react";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { RelativeTime } from "@/ui/time";
import { inOrder } from "../draft/check";
import { documentOf, draftOf } from "../draft/draft-plan";
import type { SavedDetail } from "../origin";
import type { Draft } from "../use-draft";
import { DiffView } from "./diff-view";

interface ConflictBannerProps {
  readonly detail: SavedDetail;
  readonly draft: Draft;
}

/** Somebody saved a version after the one that is edited. Nothing is lost of either: one looks, then decides. */
export function ConflictBanner({ detail, draft }: ConflictBannerProps) {
  const [looking, setLooking] = useState(false);
  const [theirs] = detail.versions;
  if (theirs === undefined || draft.basedOn === undefined || theirs.version <= draft.basedOn) return null;
  const take = () => {
    draft.discardTo(detail.document, theirs.version);
    setLooking(false);
  };
  const keep = () => {
    draft.setBasedOn(theirs.version);
    setLooking(false);
  };
  if (!draft.isChanged) return <TakeNewest onTake={take} />;
  const newest = draftOf(inOrder(detail.document));
  return (
    <>
      <Banner
        tone="watch"
        title={`Version ${theirs.version} was saved by ${theirs.savedBy} while version ${draft.basedOn} was edited here`}
        action={<Button onClick={() => setLooking(true)}>Compare…</Button>}
      >
        <RelativeTime time={theirs.savedAt} />
        {theirs.note === "" ? "" : `: ${theirs.note}`}. Nothing of yours is lost; look at both, then keep one.
      </Banner>
      <Dialog
        open={looking}
        onOpenChange={setLooking}
        title={`Version ${theirs.version} and your changes`}
        description={`From version ${theirs.version} to what is in your builder.`}
        footer={
          <>
            <Button onClick={() => setLooking(false)}>Cancel</Button>
            <Button variant="danger" onClick={take}>
              Discard mine
            </Button>
            <Button variant="primary" onClick={keep}>
              Keep mine for version {theirs.version + 1}
            </Button>
          </>
        }
      >
        {"plan" in newest ? (
          <DiffView label="Differences" before={documentOf(newest.plan)} after={documentOf(draft.plan)} />
        ) : null}
      </Dialog>
    </>
  );
}

/** Whoever changed nothing sees the newest version at once. */
function TakeNewest({ onTake }: { onTake: () => void }) {
  useEffect(onTake);
  return null;
}
