"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef } from "react";
import { useTRPC } from "@/api/client";
import { fieldError, refusalOf } from "@/api/refusal";
import { QueryError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { Panel } from "@/ui/panel";
import { toast } from "@/ui/toast";

/** Changes one's own password; it ends every session but this one. */
export function PasswordPanel() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const change = useMutation(
    trpc.access.changePassword.mutationOptions({
      onSuccess: async () => {
        form.current?.reset();
        toast.success("Your password is changed. All other sessions have ended.");
        await queryClient.invalidateQueries({ queryKey: trpc.access.sessions.queryKey() });
      },
    }),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    change.mutate({ current: String(form.get("current")), next: String(form.get("next")) });
  };
  return (
    <Panel title="Your password">
      <form ref={form} onSubmit={submit} className="grid max-w-sm gap-4">
        {change.error && !refusalOf(change.error).fields?.length ? (
          <QueryError error={change.error} retry={() => change.reset()} />
        ) : null}
        <Field label="Current password" error={fieldError(change.error, "current")}>
          <Input name="current" type="password" autoComplete="current-password" required />
        </Field>
        <Field
          label="New password"
          hint="At least 12 characters. Ends all your other sessions."
          error={fieldError(change.error, "next")}
        >
          <Input name="next" type="password" autoComplete="new-password" minLength={12} required />
        </Field>
        <Button type="submit" busy={change.isPending} className="justify-self-start">
          Change password
        </Button>
      </form>
    </Panel>
  );
}
