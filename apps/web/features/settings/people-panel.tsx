"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2, UserPlus } from "lucide-react";
import { useState } from "react";
import { type Outputs, useTRPC } from "@/api/client";
import { refusalOf } from "@/api/refusal";
import { useActor, useWhyNot } from "@/features/access/actor";
import { QueryError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Panel } from "@/ui/panel";
import { Select } from "@/ui/select";
import { Skeleton } from "@/ui/skeleton";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { ExactTime, RelativeTime } from "@/ui/time";
import { toast } from "@/ui/toast";
import { AddPersonDialog } from "./add-person-dialog";
import { ResetPasswordButton } from "./reset-password-button";
import { roleOptions } from "./role-options";

type PersonEntry = Outputs["access"]["people"][number];

/** The people and their roles. */
export function PeoplePanel() {
  const [adding, setAdding] = useState(false);
  const whyNot = useWhyNot("access.manage");
  const { data, error, refetch } = useQuery(
    useTRPC().access.people.queryOptions(undefined, { enabled: whyNot === undefined }),
  );
  return (
    <Panel
      flush
      title="People"
      actions={
        <Button size="small" disabledReason={whyNot} onClick={() => setAdding(true)}>
          <UserPlus aria-hidden /> Add a person
        </Button>
      }
    >
      {whyNot === undefined ? null : <p className="p-4 text-muted">Only an admin sees and changes who may sign in.</p>}
      {error ? <QueryError error={error} retry={() => void refetch()} /> : null}
      {data === undefined && whyNot === undefined && !error ? <Skeleton className="m-4 h-24" /> : null}
      {data ? <People people={data} /> : null}
      <RoleWords />
      <AddPersonDialog open={adding} onOpenChange={setAdding} />
    </Panel>
  );
}

function RoleWords() {
  return (
    <p className="border-t px-4 py-2.5 text-muted text-table">
      A viewer sees everything but the audit. An operator also runs benchmarks that do not write to a drive, starts
      self-tests, and changes power and the I/O scheduler. An admin also adds hosts and people, settles contested
      drives, and may write to, format, discard and sanitize drives where the host&apos;s own policy allows it.
    </p>
  );
}

function People({ people }: { people: readonly PersonEntry[] }) {
  const admins = people.filter(({ role }) => role === "admin").length;
  return (
    <Table label="People" stacked>
      <TableHead>
        <HeadCell>Name</HeadCell>
        <HeadCell>E-mail</HeadCell>
        <HeadCell>Role</HeadCell>
        <HeadCell>Added</HeadCell>
        <HeadCell>Last active</HeadCell>
        <HeadCell>
          <span className="sr-only">Action</span>
        </HeadCell>
      </TableHead>
      <tbody>
        {people.map((person) => (
          <PersonRow key={person.id} person={person} lastAdmin={person.role === "admin" && admins === 1} />
        ))}
      </tbody>
    </Table>
  );
}

function PersonRow({ person, lastAdmin }: { person: PersonEntry; lastAdmin: boolean }) {
  const trpc = useTRPC();
  const actor = useActor();
  const queryClient = useQueryClient();
  const changeRole = useMutation(
    trpc.access.changeRole.mutationOptions({
      onSuccess: (_, { role }) => toast.success(`${person.name} is now ${role}.`),
      onError: (error) => toast.error(refusalOf(error).message, { description: refusalOf(error).remedy }),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.access.pathKey() }),
    }),
  );
  return (
    <Row>
      <Cell className="align-middle">
        {person.name}
        {person.id === actor.id ? <span className="text-muted"> (you)</span> : null}
      </Cell>
      <Cell className="break-all align-middle">{person.email}</Cell>
      <Cell label="Role" className="align-middle">
        {lastAdmin ? (
          <span title="To change this role, make another person an admin first.">admin (only one)</span>
        ) : (
          <Select
            aria-label={`Role of ${person.name}`}
            className="h-7"
            value={changeRole.isPending ? changeRole.variables.role : person.role}
            options={roleOptions}
            onValueChange={(role) => changeRole.mutate({ personId: person.id, role })}
          />
        )}
      </Cell>
      <Cell label="Added" className="align-middle">
        <ExactTime time={person.createdAt} />
      </Cell>
      <Cell label="Last active" className="align-middle">
        {person.lastSessionAt ? <RelativeTime time={person.lastSessionAt} /> : "not signed in"}
      </Cell>
      <Cell number className="align-middle">
        <ResetPasswordButton
          person={person}
          disabledReason={person.id === actor.id ? "Change your own password below." : undefined}
        />
        <RemoveButton person={person} lastAdmin={lastAdmin} />
      </Cell>
    </Row>
  );
}

function RemoveButton({ person, lastAdmin }: { person: PersonEntry; lastAdmin: boolean }) {
  const [open, setOpen] = useState(false);
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const remove = useMutation(
    trpc.access.removePerson.mutationOptions({
      onSuccess: async () => {
        setOpen(false);
        toast.success(`${person.name} is removed.`);
        await queryClient.invalidateQueries({ queryKey: trpc.access.pathKey() });
      },
    }),
  );
  return (
    <>
      <Button
        variant="ghost"
        size="icon-small"
        aria-label={`Remove ${person.name}`}
        disabledReason={lastAdmin ? "The last admin cannot be removed. Make another person an admin first." : undefined}
        onClick={() => setOpen(true)}
      >
        <Trash2 aria-hidden />
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={`Remove ${person.name}?`}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate({ personId: person.id })}>
              Remove {person.name}
            </Button>
          </>
        }
      >
        <div className="grid gap-3">
          {remove.error ? <QueryError error={remove.error} retry={() => remove.reset()} /> : null}
          <p>
            {person.email} is signed out everywhere and cannot sign in again. Their audit entries and benchmark runs are
            kept.
          </p>
        </div>
      </Dialog>
    </>
  );
}
