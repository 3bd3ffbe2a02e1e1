"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { type Outputs, useTRPC } from "@/api/client";
import { QueryError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { CopyButton } from "@/ui/copy-button";
import { Dialog } from "@/ui/dialog";
import { ExactTime } from "@/ui/time";

interface ResetPasswordButtonProps {
  readonly person: Outputs["access"]["people"][number];
  /** Why it cannot be done. */
  readonly disabledReason: string | undefined;
}

/** Says what a reset does, does it, and shows the link, once. */
export function ResetPasswordButton({ person, disabledReason }: ResetPasswordButtonProps) {
  const [open, setOpen] = useState(false);
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const reset = useMutation(
    trpc.access.resetPassword.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: trpc.access.people.queryKey() }),
    }),
  );
  const change = (next: boolean) => {
    setOpen(next);
    if (!next) reset.reset();
  };
  return (
    <>
      <Button
        variant="ghost"
        size="icon-small"
        aria-label={`Reset the password of ${person.name}`}
        disabledReason={disabledReason}
        onClick={() => setOpen(true)}
      >
        <KeyRound aria-hidden />
      </Button>
      <Dialog
        open={open}
        onOpenChange={change}
        title={reset.data ? `Link for ${person.name}` : `Reset the password of ${person.name}?`}
        footer={
          reset.data ? (
            <Button onClick={() => change(false)}>Done</Button>
          ) : (
            <>
              <Button onClick={() => change(false)}>Cancel</Button>
              <Button variant="danger" busy={reset.isPending} onClick={() => reset.mutate({ personId: person.id })}>
                Reset the password of {person.name}
              </Button>
            </>
          )
        }
      >
        {reset.data ? <Link link={reset.data} /> : <Consequence email={person.email} />}
        {reset.error ? <QueryError error={reset.error} retry={() => reset.reset()} /> : null}
      </Dialog>
    </>
  );
}

function Consequence({ email }: { email: string }) {
  return (
    <div className="grid gap-3">
      <p className="wrap-anywhere">
        {email} is signed out everywhere, API tokens end, and the current password stops working now. You get a link to
        send; it sets a new password once, within a day.
      </p>
      <p className="text-muted">Every admin and operator sees this in the audit.</p>
    </div>
  );
}

function Link({ link: { url, email, expiresAt } }: { link: Outputs["access"]["resetPassword"] }) {
  return (
    <div className="grid gap-3">
      <p className="wrap-anywhere">
        Send this to {email} in a way that only they can read. It works once, until <ExactTime time={expiresAt} />, and
        is not shown again.
      </p>
      <div className="flex items-start gap-1 rounded-md border bg-sunken p-3">
        <code className="min-w-0 flex-1 break-all font-mono text-table">{url}</code>
        <CopyButton text={url} what="link" />
      </div>
    </div>
  );
}
