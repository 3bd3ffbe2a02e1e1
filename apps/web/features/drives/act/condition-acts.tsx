"use client";

import type { Right } from "@crosspoint/services/rights";
import dynamic from "next/dynamic";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import { useWhyNot } from "@/features/access/actor";
import type { Condition } from "@/features/health/condition";
import { WithdrawButton } from "@/features/health/withdraw-button";
import { Button } from "@/ui/button";

/** The drive of a condition, as far as acts need it. */
export interface ActedDrive {
  readonly id: string;
  readonly model: string;
  readonly serial: string;
  /** Where it is now, or was last. */
  readonly hostId: string | undefined;
}

export type ActedCondition = Pick<Condition, "rule" | "title" | "text" | "value" | "act">;

interface ActProps {
  readonly drive: ActedDrive;
  readonly condition: ActedCondition;
}

// Most people only look.
const AcknowledgeDialog = dynamic(
  () => import("@/features/health/acknowledge-dialog").then((module) => module.AcknowledgeDialog),
  { ssr: false },
);
const LimitPowerDialog = dynamic(() => import("./limit-power-dialog").then((module) => module.LimitPowerDialog), {
  ssr: false,
});
const FirmwareDialog = dynamic(() => import("./firmware-dialog").then((module) => module.FirmwareDialog), {
  ssr: false,
});
const RetireDialog = dynamic(() => import("./retire-dialog").then((module) => module.RetireDialog), { ssr: false });

/** On the drive's page, all that can be done about an open condition: the act that is offered first, then the word that it is known. */
export function ConditionActs({
  drive,
  condition,
}: {
  drive: ActedDrive;
  condition: ActedCondition & Pick<Condition, "acknowledgeable" | "acknowledged">;
}) {
  const { act, acknowledgeable, acknowledged } = condition;
  const holds = acknowledged?.holds === true;
  return (
    <>
      {act === "acknowledge" || act === "openDrive" ? null : <ConditionActButton drive={drive} condition={condition} />}
      {acknowledged ? <WithdrawButton drive={drive} condition={condition} /> : null}
      {acknowledgeable && !holds ? (
        <ConditionActButton drive={drive} condition={{ ...condition, act: "acknowledge" }} />
      ) : null}
    </>
  );
}

/** The one act about a condition that is offered first; nothing where there is none. */
export function ConditionActButton({ drive, condition }: ActProps) {
  switch (condition.act) {
    case undefined:
      return null;
    case "benchmark":
      return <ActLink href={`/benchmarks/new?drive=${drive.id}`}>Benchmark</ActLink>;
    case "openDrive":
      return <ActLink href={`/drives/${drive.id}`}>Open drive</ActLink>;
    case "openHost":
      return drive.hostId === undefined ? null : <ActLink href={`/hosts/${drive.hostId}`}>Open host</ActLink>;
    case "acknowledge":
      return (
        <ActButton word="Acknowledge…" right="health.acknowledge">
          {(onClose) => <AcknowledgeDialog drive={drive} condition={condition} onClose={onClose} />}
        </ActButton>
      );
    case "limitPower":
      return (
        <ActButton word="Limit power…" right="drive.control">
          {(onClose) => <LimitPowerDialog driveId={drive.id} onClose={onClose} />}
        </ActButton>
      );
    case "findFirmware":
      return (
        <ActButton word="Firmware notice…" right="fleet.view">
          {(onClose) => <FirmwareDialog drive={drive} onClose={onClose} />}
        </ActButton>
      );
    case "retire":
      return (
        <ActButton word="Retire…" right="drive.lifecycle">
          {(onClose) => <RetireDialog drive={drive} onClose={onClose} />}
        </ActButton>
      );
  }
}

function ActLink({ href, children }: { href: string; children: string }) {
  return (
    <Button asChild size="small">
      <Link href={href}>{children}</Link>
    </Button>
  );
}

interface ActButtonProps {
  readonly word: string;
  readonly right: Right;
  readonly children: (onClose: () => void) => ReactNode;
}

/** Opens a dialog, whose code comes with it. */
function ActButton({ word, right, children }: ActButtonProps) {
  const [open, setOpen] = useState(false);
  const whyNot = useWhyNot(right);
  return (
    <>
      <Button size="small" disabledReason={whyNot} onClick={() => setOpen(true)}>
        {word}
      </Button>
      {open ? children(() => setOpen(false)) : null}
    </>
  );
}
