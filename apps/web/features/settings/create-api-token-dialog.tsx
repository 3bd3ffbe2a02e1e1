"use client";

import { roleHasRight } from "@crosspoint/services/rights";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type Outputs, useTRPC } from "@/api/client";
import { fieldError, refusalOf } from "@/api/refusal";
import { useActor } from "@/features/access/actor";
import { QueryError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { CopyButton } from "@/ui/copy-button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { Select } from "@/ui/select";
import { ExactTime } from "@/ui/time";

interface CreateApiTokenDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

const lifetimes = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "366", label: "1 year" },
] as const;
const reads = { value: "viewer", label: "viewer: reads" } as const;
const works = { value: "operator", label: "operator: reads, and all that an operator may" } as const;

/** Asks for what a token needs, makes it, and shows it, once. */
export function CreateApiTokenDialog({ open, onOpenChange }: CreateApiTokenDialogProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const create = useMutation(
    trpc.access.createApiToken.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: trpc.access.apiTokens.queryKey() }),
    }),
  );
  const change = (next: boolean) => {
    onOpenChange(next);
    if (!next) create.reset();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={create.data ? `API token “${create.data.name}”` : "Create an API token"}
      description={
        create.data ? undefined : "It never may more than you, never destroys data and never manages people."
      }
    >
      {create.data ? (
        <CreatedToken created={create.data} close={() => change(false)} />
      ) : (
        <TokenForm create={create} close={() => change(false)} />
      )}
    </Dialog>
  );
}

interface Creation {
  readonly error: unknown;
  readonly isPending: boolean;
  mutate(input: { name: string; role: "viewer" | "operator"; days: number }): void;
  reset(): void;
}

function TokenForm({ create, close }: { create: Creation; close: () => void }) {
  const { role: own } = useActor();
  const [role, setRole] = useState<"viewer" | "operator">("viewer");
  const [days, setDays] = useState<(typeof lifetimes)[number]["value"]>("90");
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name"));
    create.mutate({ name, role, days: Number(days) });
  };
  const isRefused = create.error !== null && !refusalOf(create.error).fields?.length;
  return (
    <form onSubmit={submit} className="grid gap-4">
      {isRefused ? <QueryError error={create.error} retry={() => create.reset()} /> : null}
      <Field label="Name" hint="What uses it: “nightly report”." error={fieldError(create.error, "name")}>
        <Input name="name" required maxLength={80} autoComplete="off" />
      </Field>
      <Field label="May do as">
        <Select
          value={role}
          onValueChange={setRole}
          options={roleHasRight(own, "benchmark.launch") ? [reads, works] : [reads]}
          className="w-full"
        />
      </Field>
      <Field label="Ends after">
        <Select value={days} onValueChange={setDays} options={lifetimes} className="w-full" />
      </Field>
      <div className="flex justify-end gap-2">
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" variant="primary" busy={create.isPending}>
          Create API token
        </Button>
      </div>
    </form>
  );
}

function CreatedToken({ created, close }: { created: Outputs["access"]["createApiToken"]; close: () => void }) {
  const { token, expiresAt } = created;
  return (
    <div className="grid gap-3">
      <p>
        Copy it now: it is not shown again. It opens the API in your name until <ExactTime time={expiresAt} />.
      </p>
      <div className="flex items-start gap-1 rounded-md border bg-sunken p-3">
        <code className="min-w-0 flex-1 break-all font-mono text-table">{token}</code>
        <CopyButton text={token} what="token" />
      </div>
      <p className="text-muted text-table">
        Send it as <code className="font-mono">Authorization: Bearer …</code> with each request.
      </p>
      <div className="flex justify-end">
        <Button onClick={close}>Done</Button>
      </div>
    </div>
  );
}
