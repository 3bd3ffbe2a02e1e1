"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { useWhyNot } from "@/features/access/actor";
import { QueryError } from "@/features/navigation/page-error";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { RelativeTime } from "@/ui/time";
import { toast } from "@/ui/toast";
import type { DriveDetail } from "../drive-detail";

type Claim = DriveDetail["claims"][number];
type Decision = "move" | "dismiss";

/** Other hosts that list this drive too: who, since when, what that means, and the word that settles it. */
export function ClaimsBanners({ drive }: { drive: DriveDetail }) {
  return drive.claims.map((claim) => <ClaimBanner key={claim.hostId} drive={drive} claim={claim} />);
}

function ClaimBanner({ drive, claim }: { drive: DriveDetail; claim: Claim }) {
  const [open, setOpen] = useState(false);
  const whyNot = useWhyNot("drive.settleClaim");
  const contested = claim.dismissed === undefined && !claim.shared;
  return (
    <>
      <Banner
        tone={contested ? "watch" : "info"}
        title={titleOf(claim)}
        action={
          <Button size="small" disabledReason={whyNot} onClick={() => setOpen(true)}>
            {claim.dismissed === undefined ? "Settle…" : "Change…"}
          </Button>
        }
      >
        <ClaimWords drive={drive} claim={claim} />
      </Banner>
      <SettleDialog drive={drive} claim={claim} open={open} onOpenChange={setOpen} />
    </>
  );
}

function titleOf({ hostname, shared, dismissed }: Claim): string {
  if (dismissed !== undefined) return `${hostname} lists this drive too: decided that it is not its drive`;
  return shared ? `Shared with ${hostname}` : `Contested: ${hostname} lists this drive too`;
}

function ClaimWords({ drive, claim }: { drive: DriveDetail; claim: Claim }) {
  const { hostId, hostname, since, lastSeenAt, controllerName, shared, dismissed } = claim;
  const holder = drive.place?.hostname ?? "no host";
  const host = (
    <Link href={`/hosts/${hostId}`} className="text-accent underline underline-offset-2">
      {hostname}
    </Link>
  );
  if (dismissed !== undefined) {
    return (
      <>
        Dismissed <RelativeTime time={dismissed.at} /> by {dismissed.by}. {host} lists it as{" "}
        <span className="font-mono">{controllerName}</span>, last <RelativeTime time={lastSeenAt} />. Nothing that it
        says of the drive is applied.
      </>
    );
  }
  if (shared) {
    return (
      <>
        {host} reaches it as <span className="font-mono">{controllerName}</span>, through another controller of the same
        subsystem, since <RelativeTime time={since} />. This page shows what {holder} reports. Nothing that could
        destroy data is started while another host may store something on it.
      </>
    );
  }
  return (
    <>
      {host} lists it as <span className="font-mono">{controllerName}</span> since <RelativeTime time={since} />, last{" "}
      <RelativeTime time={lastSeenAt} />, while {holder} holds it. Two drives have one serial, or a host is not what it
      says. Nothing that {hostname} says of it is applied, and nothing that could destroy data is begun, until somebody
      settles whose it is.
    </>
  );
}

interface SettleDialogProps {
  readonly drive: DriveDetail;
  readonly claim: Claim;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

function SettleDialog({ drive, claim, open, onOpenChange }: SettleDialogProps) {
  const { hostId, hostname, dismissed } = claim;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const settle = useMutation(
    trpc.drive.settleClaim.mutationOptions({
      onSuccess: async (_, { decision }) => {
        onOpenChange(false);
        toast.success(
          decision === "move" ? `${drive.serial} is in ${hostname} now.` : `The claim of ${hostname} is dismissed.`,
        );
        for (const area of ["drive", "fleet", "host"] as const) {
          await queryClient.invalidateQueries({ queryKey: trpc[area].pathKey() });
        }
      },
    }),
  );
  const decide = (decision: Decision) => settle.mutate({ driveId: drive.id, hostId, decision });
  const deciding = (decision: Decision) => settle.isPending && settle.variables.decision === decision;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Whose is ${drive.serial}?`}
      footer={
        <>
          {dismissed === undefined ? (
            <Button busy={deciding("dismiss")} onClick={() => decide("dismiss")}>
              Dismiss the claim of {hostname}
            </Button>
          ) : null}
          <Button variant="danger" busy={deciding("move")} onClick={() => decide("move")}>
            Move the drive to {hostname}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {settle.error ? <QueryError error={settle.error} retry={() => settle.reset()} /> : null}
        <Consequences drive={drive} claim={claim} />
        <p className="text-muted">Every admin and operator sees this in the audit.</p>
      </div>
    </Dialog>
  );
}

function Consequences({ drive, claim: { hostname, dismissed } }: { drive: DriveDetail; claim: Claim }) {
  const holder = drive.place?.hostname;
  return (
    <>
      {dismissed === undefined ? (
        <p>
          <span className="font-medium">Dismiss:</span> the drive stays {holder ? `in ${holder}` : "in no host"}. What{" "}
          {hostname} reports about it is ignored for as long as it lists it, and {holder ?? "its next host"} accepts all
          commands for it again.
        </p>
      ) : null}
      <p>
        <span className="font-medium">Move:</span> the drive is in {hostname} from now on, with all its history. Look
        before you do: benchmarks and controls then go to the drive that {hostname} lists under this serial.
        {holder ? ` If ${holder} keeps listing it, that is ignored.` : ""}
      </p>
    </>
  );
}
