"use client";

import { type FormEvent, useState } from "react";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { signIn } from "./session";

/** Signs in, and leads on to `page`. */
export function SignInForm({ page }: { page: string }) {
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    const why = await signIn(String(form.get("email")), String(form.get("password")));
    if (why === undefined) return window.location.assign(page);
    setRefusal(why);
    setBusy(false);
  };
  return (
    <form onSubmit={submit} method="post" className="grid gap-4">
      {refusal === undefined ? null : <Banner tone="failed" title={refusal} />}
      <Field label="E-mail">
        <Input name="email" type="email" autoComplete="username" required autoFocus />
      </Field>
      <Field label="Password">
        <Input name="password" type="password" autoComplete="current-password" required />
      </Field>
      <Button type="submit" variant="primary" busy={busy}>
        {busy ? "Signing in" : "Sign in"}
      </Button>
    </form>
  );
}
