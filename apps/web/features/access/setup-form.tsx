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

/** Creates the first admin and signs in. */
export function SetupForm({ token }: { token: string }) {
  const [signingIn, setSigningIn] = useState(false);
  const setup = useMutation(useTRPC().access.completeSetup.mutationOptions());
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name));
    const person = { name: text("name"), email: text("email"), password: text("password") };
    try {
      await setup.mutateAsync({ token, ...person });
    } catch {
      return;
    }
    setSigningIn(true);
    const refused = await signIn(person.email, person.password);
    window.location.assign(refused === undefined ? "/fleet" : "/sign-in");
  };
  const busy = setup.isPending || signingIn;
  return (
    <form onSubmit={submit} method="post" className="grid gap-4">
      <p className="text-muted">You will be the first admin. You can add other people in the settings.</p>
      {setup.error && !refusalOf(setup.error).fields?.length ? <SetupRefusal error={setup.error} /> : null}
      <Field label="Name" error={fieldError(setup.error, "name")}>
        <Input name="name" autoComplete="name" required autoFocus />
      </Field>
      <Field label="E-mail" error={fieldError(setup.error, "email")}>
        <Input name="email" type="email" autoComplete="username" required />
      </Field>
      <Field label="Password" hint="At least 12 characters." error={fieldError(setup.error, "password")}>
        <Input name="password" type="password" autoComplete="new-password" minLength={12} required />
      </Field>
      <Button type="submit" variant="primary" busy={busy}>
        {busy ? "Creating the account" : "Create the admin account"}
      </Button>
    </form>
  );
}

function SetupRefusal({ error }: { error: unknown }) {
  const { message, remedy } = refusalOf(error);
  return (
    <Banner tone="failed" title={message}>
      {remedy}
    </Banner>
  );
}
