"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { refusalOf } from "@/api/refusal";
import { useWhyNot } from "@/features/access/actor";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { cn } from "@/ui/classes";
import { Field } from "@/ui/field";
import { fieldClasses, Input } from "@/ui/input";
import { Panel } from "@/ui/panel";
import { Tags } from "../tags";
import type { Run } from "./run-detail";

/** As much as the server keeps. */
const noteCharacters = 4000;

/** What people want to know of a run later, and by what they find it in the list. */
export function NotesPanel({ run }: { run: Run }) {
  const [editing, setEditing] = useState(false);
  const whyNot = useWhyNot("benchmark.launch");
  return (
    <Panel
      title="Note and tags"
      actions={
        editing ? null : (
          <Button size="small" disabledReason={whyNot} onClick={() => setEditing(true)}>
            Edit
          </Button>
        )
      }
    >
      {editing ? (
        <NotesForm run={run} onClose={() => setEditing(false)} />
      ) : run.note === "" && run.tags.length === 0 ? (
        <p className="text-muted">No note and no tags. Runs are found by both.</p>
      ) : (
        <div className="grid gap-2">
          {run.note === "" ? null : <p className="wrap-anywhere max-w-[80ch] whitespace-pre-wrap">{run.note}</p>}
          <Tags tags={run.tags} />
        </div>
      )}
    </Panel>
  );
}

function NotesForm({ run, onClose }: { run: Run; onClose: () => void }) {
  const [note, setNote] = useState(run.note);
  const [tags, setTags] = useState(run.tags.join(", "));
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const save = useMutation(
    trpc.run.annotate.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries({ queryKey: trpc.run.get.queryKey({ runId: run.id }) });
        onClose();
      },
    }),
  );
  const refusal = save.error ? refusalOf(save.error) : undefined;
  return (
    <form
      className="grid max-w-2xl gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ runId: run.id, note, tags: tagsOf(tags) });
      }}
    >
      <Field label="Note">
        <textarea
          className={cn(fieldClasses, "h-24 py-1.5")}
          maxLength={noteCharacters}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </Field>
      <Field label="Tags" hint="Separated by commas, at most 16">
        <Input autoComplete="off" value={tags} onChange={({ target }) => setTags(target.value)} />
      </Field>
      {refusal ? (
        <Banner tone="failed" title={refusal.message}>
          {refusal.remedy}
        </Banner>
      ) : null}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={save.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}

function tagsOf(text: string): string[] {
  return text
    .split(",")
    .map((tag) => tag.trim())
    .filter(Boolean);
}
