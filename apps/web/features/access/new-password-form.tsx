"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTRPC } from "@/api/client";
import { fieldError, refusalOf } from "@/api/refusal";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { signIn } from "./session";

/** Sets a new password with a one-time link, and signs in. */
export function NewPasswordForm({ token, email }: { token: string; email: string }) {
  const [signingIn, setSigningIn] = useState(false);
  const use = useMutation(useTRPC().access.usePasswordLink.mutationOptions());
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get("password"));
    try {
      await use.mutateAsync({ token, password });
    } catch {
      return;
    }
    setSigningIn(true);
    const refused = await signIn(email, password);
    window.location.assign(refused === undefined ? "/fleet" : "/sign-in");
  };
  const refusal = use.error ? refusalOf(use.error) : undefined;
  const busy = use.isPending || signingIn;
  return (
    <form onSubmit={submit} method="post" className="grid gap-4">
      {refusal && !refusal.fields?.length ? (
        <Banner tone="failed" title={refusal.message}>
          {refusal.remedy}
        </Banner>
      ) : null}
      <p className="wrap-anywhere text-muted">For {email}.</p>
      {/* So that a password keeper knows whose it is. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <Field label="New password" hint="At least 12 characters." error={fieldError(use.error, "password")}>
        <Input name="password" type="password" autoComplete="new-password" minLength={12} required autoFocus />
      </Field>
      <Button type="submit" variant="primary" busy={busy}>
        {busy ? "Setting the password" : "Set password and sign in"}
      </Button>
    </form>
  );
}
