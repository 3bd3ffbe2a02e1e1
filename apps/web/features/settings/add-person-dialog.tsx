"use client";

import type { Role } from "@crosspoint/services/actor";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTRPC } from "@/api/client";
import { fieldError, refusalOf } from "@/api/refusal";
import { QueryError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { Select } from "@/ui/select";
import { toast } from "@/ui/toast";
import { roleOptions } from "./role-options";

interface AddPersonDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

export function AddPersonDialog({ open, onOpenChange }: AddPersonDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add a person"
      description="They sign in with this e-mail and the initial password, and change it in the settings."
    >
      <AddPersonForm close={() => onOpenChange(false)} />
    </Dialog>
  );
}

function AddPersonForm({ close }: { close: () => void }) {
  const [role, setRole] = useState<Role>("viewer");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const add = useMutation(
    trpc.access.addPerson.mutationOptions({
      onSuccess: async (_, { name }) => {
        toast.success(`${name} can sign in now.`);
        close();
        await queryClient.invalidateQueries({ queryKey: trpc.access.pathKey() });
      },
    }),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name));
    add.mutate({ name: text("name"), email: text("email"), password: text("password"), role });
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      {add.error && !refusalOf(add.error).fields?.length ? (
        <QueryError error={add.error} retry={() => add.reset()} />
      ) : null}
      <Field label="Name" error={fieldError(add.error, "name")}>
        <Input name="name" required autoComplete="off" />
      </Field>
      <Field label="E-mail" error={fieldError(add.error, "email")}>
        <Input name="email" type="email" required autoComplete="off" />
      </Field>
      <Field label="Initial password" hint="At least 12 characters." error={fieldError(add.error, "password")}>
        <Input name="password" type="password" minLength={12} required autoComplete="new-password" />
      </Field>
      <Field label="Role">
        <Select value={role} onValueChange={setRole} options={roleOptions} className="w-full" />
      </Field>
      <div className="flex justify-end gap-2">
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" variant="primary" busy={add.isPending}>
          Add the person
        </Button>
      </div>
    </form>
  );
}
