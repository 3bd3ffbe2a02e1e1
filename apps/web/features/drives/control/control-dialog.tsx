"use client";

import type { DriveAction } from "@crosspoint/protocol";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Outputs, useTRPC } from "@/api/client";
import { refusalOf } from "@/api/refusal";
import { useActor } from "@/features/access/actor";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { Definition, DefinitionList } from "@/ui/definition-list";
import { Dialog } from "@/ui/dialog";
import { SerialField } from "@/ui/serial-field";
import { toast } from "@/ui/toast";
import type { DriveDetail } from "../drive-detail";
import { changesNothing } from "./changes-nothing";
import { ControlFields } from "./control-fields";

const unchangedReason = "This is the current value. Choose another one first.";

type Preflight = Outputs["drive"]["control"]["preflight"];

interface ControlDialogProps {
  readonly drive: DriveDetail;
  readonly starting: DriveAction;
  readonly onClose: () => void;
}

/** Says what an action will do before it is asked for; where data goes, it asks for the serial. */
export function ControlDialog({ drive, starting, onClose }: ControlDialogProps) {
  const [action, setAction] = useState(starting);
  const [typed, setTyped] = useState("");
  const { data: preflight, isPlaceholderData } = useQuery({
    ...useTRPC().drive.control.preflight.queryOptions({ driveId: drive.id, action }),
    placeholderData: keepPreviousData,
  });
  const ask = useAsk(preflight, onClose);
  if (!preflight) return null;
  const destroys = preflight.destroys.length > 0;
  // What is shown is of the choice before, until this one has been looked at.
  const whyNot = isPlaceholderData ? "Checking…" : whyNotAsk(preflight, typed, changesNothing(drive, action));
  const confirm = () => ask.mutate({ driveId: drive.id, action, ...(destroys ? { confirmedSerial: typed } : {}) });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`${preflight.verb} ${preflight.serial}`}
      description={destroys ? "This can't be undone." : undefined}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant={destroys ? "danger" : "primary"}
            busy={ask.isPending}
            disabledReason={whyNot}
            onClick={confirm}
          >
            {preflight.verb} {preflight.serial}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <ControlFields drive={drive} action={action} onChange={setAction} />
        <Blockers preflight={preflight} />
        {ask.error ? <Refusal error={ask.error} /> : null}
        <Consequences preflight={preflight} />
        {destroys ? (
          <SerialField
            serial={preflight.serial}
            typed={typed}
            onType={setTyped}
            onEnter={() => {
              if (whyNot === undefined && !ask.isPending) confirm();
            }}
          />
        ) : null}
      </div>
    </Dialog>
  );
}

/** Sends the command, says so and closes. */
function useAsk(preflight: Preflight | undefined, onClose: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMutation(
    trpc.drive.control.request.mutationOptions({
      onSuccess: async () => {
        toast.success(`${preflight?.title ?? "Command"}: sent to ${preflight?.hostname}.`);
        onClose();
        await queryClient.invalidateQueries({ queryKey: trpc.drive.control.pathKey() });
      },
    }),
  );
}

function whyNotAsk(
  { blockers, destroys, serial }: Preflight,
  typed: string,
  changesNothing: boolean,
): string | undefined {
  const [first] = blockers;
  if (first) return first.message;
  if (destroys.length > 0 && typed !== serial) return "Type the drive's serial to confirm.";
  return changesNothing ? unchangedReason : undefined;
}

function Consequences({ preflight }: { preflight: Preflight }) {
  const actor = useActor();
  return (
    <DefinitionList>
      <Definition term="Action">{preflight.title}</Definition>
      <Definition term="Drive">
        {preflight.model} <span className="font-mono">{preflight.serial}</span>
        {preflight.hostname ? `, in ${preflight.hostname}` : ""}
      </Definition>
      <Definition term="Effect">
        <ul className="grid gap-1">
          {preflight.effects.map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
      </Definition>
      <Definition term="Duration">{preflight.duration}</Definition>
      <Definition term="Destroyed">
        {preflight.destroys.length === 0 ? (
          "nothing"
        ) : (
          <ul className="grid gap-1">
            {preflight.destroys.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        )}
      </Definition>
      <Definition term="Audited">as {actor.email}</Definition>
    </DefinitionList>
  );
}

function Blockers({ preflight }: { preflight: Preflight }) {
  return preflight.blockers.map(({ message, remedy }) => (
    <Banner key={message} tone="watch" title={message}>
      {remedy}
    </Banner>
  ));
}

function Refusal({ error }: { error: Parameters<typeof refusalOf>[0] }) {
  const { message, remedy } = refusalOf(error);
  return (
    <Banner tone="failed" title={message}>
      {remedy}
    </Banner>
  );
}
