"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { refusalOf } from "@/api/refusal";
import { QueryError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Segmented } from "@/ui/segmented";
import { Skeleton } from "@/ui/skeleton";
import { toast } from "@/ui/toast";
import { inOrder } from "../draft/check";
import { documentOf, draftOf, type Fields } from "../draft/draft-plan";
import type { SavedDetail } from "../origin";
import { DiffView } from "./diff-view";

interface VersionDialogProps {
  readonly detail: SavedDetail;
  readonly version: number;
  readonly onClose: () => void;
  readonly onOpen: (document: Fields) => void;
  readonly readOnly: boolean;
}

/** A version, with what changed in it and since; it can be edited on from, or made the newest again. */
export function VersionDialog({ detail, version, onClose, onOpen, readOnly }: VersionDialogProps) {
  const looked = useVersion(detail.id, version);
  const before = useVersion(detail.id, version > 1 ? version - 1 : undefined);
  const newest = detail.versions[0]?.version ?? version;
  const newestDocument = useVersion(detail.id, newest);
  const restore = useRestore(detail, version, looked.saved, onClose);
  const document = looked.data;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${detail.name}, version ${version}`}
      description={version === newest ? "The newest version." : `The newest is version ${newest}.`}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {readOnly || document === undefined || version === newest ? null : (
            <>
              <Button
                onClick={() => {
                  onOpen(document);
                  onClose();
                }}
              >
                Edit from it
              </Button>
              <Button variant="primary" busy={restore.isPending} onClick={() => restore.start(newest)}>
                Make version {version} the newest
              </Button>
            </>
          )}
        </>
      }
    >
      {looked.error ? (
        <QueryError error={looked.error} retry={() => void looked.refetch()} />
      ) : document === undefined ? (
        <Skeleton className="h-40" />
      ) : (
        <Changes
          version={version}
          newest={newest}
          document={document}
          before={version === 1 ? {} : before.data}
          since={newestDocument.data}
        />
      )}
    </Dialog>
  );
}

interface ChangesProps {
  readonly version: number;
  readonly newest: number;
  readonly document: Fields;
  readonly before: Fields | undefined;
  readonly since: Fields | undefined;
}

function Changes({ version, newest, document, before, since }: ChangesProps) {
  const [shown, setShown] = useState<"in" | "since" | "all">(version === newest ? "in" : "since");
  const [from, to] = shown === "since" ? [document, since] : shown === "in" ? [before, document] : [{}, document];
  return (
    <div className="grid gap-3">
      <Segmented
        label="Show"
        value={shown}
        onValueChange={setShown}
        options={[
          { value: "in", label: version === 1 ? "Begun with" : `Changed from ${version - 1}` },
          ...(version === newest ? [] : [{ value: "since" as const, label: `Changed to ${newest}` }]),
          { value: "all", label: "All of it" },
        ]}
      />
      {from === undefined || to === undefined ? (
        <Skeleton className="h-40" />
      ) : (
        <DiffView label="Changes" before={from} after={to} />
      )}
    </div>
  );
}

/** A version's document as it is edited: without what the builder fills in. */
function useVersion(savedPlanId: string, version: number | undefined) {
  const query = useQuery({
    ...useTRPC().plan.get.queryOptions({ savedPlanId, version: version ?? 1 }),
    enabled: version !== undefined,
  });
  const draft = query.data === undefined ? undefined : draftOf(inOrder(query.data.document));
  const data = draft !== undefined && "plan" in draft ? documentOf(draft.plan) : undefined;
  return { ...query, data, saved: query.data?.document };
}

function useRestore(detail: SavedDetail, version: number, document: unknown, onDone: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation(
    trpc.plan.saveVersion.mutationOptions({
      onSuccess: async ({ version: saved }) => {
        await queryClient.invalidateQueries(trpc.plan.pathFilter());
        toast.success(`Version ${version} is the newest again, as version ${saved}`);
        onDone();
      },
      onError: (error) => {
        const { message, remedy } = refusalOf(error);
        toast.error(message, { description: remedy });
      },
    }),
  );
  const start = (newest: number) =>
    mutate({ savedPlanId: detail.id, basedOn: newest, document, note: `Version ${version} again` });
  return { start, isPending };
}
