"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Inputs, useTRPC } from "@/api/client";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { Copyable } from "@/ui/copy-button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { Select } from "@/ui/select";
import { ShareLinks } from "./share-links";

interface ShareDialogProps {
  readonly query: string;
  readonly selection: Inputs["compare"]["get"];
  readonly onClose: () => void;
}

type Days = Inputs["compare"]["share"]["create"]["expiresInDays"];

const expiries = [
  { value: "1", label: "in a day" },
  { value: "7", label: "in a week" },
  { value: "30", label: "in 30 days" },
  { value: "90", label: "in 90 days" },
];

/** Makes a link that shows this comparison without an account, and lists those that were made. */
export function ShareDialog({ query, selection, onClose }: ShareDialogProps) {
  const [title, setTitle] = useState("");
  const [days, setDays] = useState("7");
  const trpc = useTRPC();
  const cache = useQueryClient();
  const create = useMutation(
    trpc.compare.share.create.mutationOptions({
      onSuccess: () => cache.invalidateQueries(trpc.compare.share.list.queryFilter()),
    }),
  );
  const submit = () =>
    create.mutate({
      query,
      selection,
      expiresInDays: Number(days) as Days,
      ...(title.trim() === "" ? {} : { title: title.trim() }),
    });
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Share comparison"
      description="Whoever has the link sees this comparison and nothing else, without an account. What it compares is fixed."
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {create.data === undefined ? "Cancel" : "Done"}
          </Button>
          <Button variant="primary" busy={create.isPending} onClick={submit}>
            Create link
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <Field label="Title" hint="Optional: stands above the shared comparison">
          <Input value={title} maxLength={100} onChange={(event) => setTitle(event.target.value)} />
        </Field>
        <Field label="Expires">
          <Select value={days} options={expiries} onValueChange={setDays} />
        </Field>
        {create.error ? <Banner tone="failed" title={create.error.message} /> : null}
        {create.data === undefined ? null : (
          <Banner tone="info" title="Copy the link now: it is not shown again.">
            <Copyable text={`${window.location.origin}/share/${create.data.token}`} what="link" />
          </Banner>
        )}
        <h3 className="border-t pt-3 font-medium text-table">Share links</h3>
        <ShareLinks />
      </div>
    </Dialog>
  );
}
