"use client";

import { formatCount } from "@crosspoint/domain";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, LoaderCircle } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { type Outputs, useTRPC } from "@/api/client";
import { QueryError } from "@/features/navigation/page-error";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { CopyButton } from "@/ui/copy-button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { Select } from "@/ui/select";
import { ExactTime } from "@/ui/time";
import { installCommand, isLoopback, isUnencrypted } from "./install-command";

type Token = Outputs["host"]["createEnrollmentToken"];

const hourMs = 3_600_000;
const expiries = [
  { value: String(hourMs), label: "1 hour" },
  { value: String(24 * hourMs), label: "1 day" },
  { value: String(7 * 24 * hourMs), label: "7 days" },
  { value: String(30 * 24 * hourMs), label: "30 days" },
];
const maxUses = 10_000;
const pollMs = 2000;

interface AddHostDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Generates an enrollment token, shows the line to run with it, and waits until the host is there. */
export function AddHostDialog({ open, onOpenChange }: AddHostDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add a host"
      description="One line on the host installs, enrolls and starts the agent. The agent only reads until the host's own policy file allows more."
    >
      <AddHost />
    </Dialog>
  );
}

function AddHost() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const create = useMutation(
    trpc.host.createEnrollmentToken.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: trpc.host.enrollmentTokens.queryKey() }),
    }),
  );
  const [expiresInMs, setExpiresInMs] = useState(expiries[1]?.value ?? "");
  const [uses, setUses] = useState("1");
  if (create.data) return <Waiting token={create.data} />;
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate({ uses: Number(uses), expiresInMs: Number(expiresInMs) });
      }}
    >
      {create.error ? <QueryError error={create.error} retry={() => create.reset()} /> : null}
      <div className="grid grid-cols-2 items-start gap-4">
        <Field label="Number of hosts" hint="Each host uses the token once.">
          <Input
            type="number"
            min={1}
            max={maxUses}
            required
            value={uses}
            onChange={(event) => setUses(event.target.value)}
          />
        </Field>
        <Field label="Valid for">
          <Select value={expiresInMs} onValueChange={setExpiresInMs} options={expiries} className="w-full" />
        </Field>
      </div>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={create.isPending}>
          Generate token
        </Button>
      </div>
    </form>
  );
}

function Waiting({ token }: { token: Token }) {
  const command = installCommand(token);
  return (
    <div className="grid gap-4">
      <p>
        Run this on {token.usesLeft === 1 ? "the host" : `each of up to ${formatCount(token.usesLeft)} hosts`}; as root,
        leave out <code className="font-mono text-table">sudo</code>. The token is shown only once and expires at{" "}
        <ExactTime time={token.expiresAt} />.
      </p>
      <div className="flex items-start gap-2 rounded-md border bg-sunken p-3">
        <code className="min-w-0 flex-1 wrap-anywhere font-mono text-table" data-testid="install-command">
          {command}
        </code>
        <CopyButton text={command} what="command" />
      </div>
      {isLoopback(token.serverUrl) ? (
        <Banner tone="watch" title={`Only this machine can reach ${token.serverUrl}`}>
          To add another host, start the server with GATEWAY_URL set to an address that the host can reach.
        </Banner>
      ) : null}
      {isUnencrypted(token.serverUrl) ? (
        <p className="text-watch">
          The gateway does not use TLS: anyone on the network can read the host's key, and can change what the host
          installs as root. Put it behind TLS first.
        </p>
      ) : null}
      <EnrolledHosts token={token} />
      <WhenNothingArrives serverUrl={token.serverUrl} />
    </div>
  );
}

/** The line says on the host what stopped it; this is for when that does not help. */
function WhenNothingArrives({ serverUrl }: { serverUrl: string }) {
  return (
    <details className="text-table">
      <summary className="cursor-pointer text-muted">The host does not appear</summary>
      <ul className="mt-2 grid list-disc gap-1.5 pl-5">
        <li>
          The line ends with what went wrong and what to do. It can be run again at any time, and only does what is
          left.
        </li>
        <li>
          On the host, <code className="font-mono">crosspoint-agent doctor</code> checks everything the agent needs, and{" "}
          <code className="font-mono">journalctl -u crosspoint-agent</code> is its log.
        </li>
        <li>
          The host must reach <span className="break-all font-mono">{serverUrl}</span>: check its name, and the
          firewalls between. The agent needs no open port itself.
        </li>
        <li>A token that is used up, expired or revoked admits no host: generate another.</li>
      </ul>
    </details>
  );
}

/** Asks until the hosts that the token lets in are there; the live line is too coarse to know of a first report. */
function EnrolledHosts({ token }: { token: Token }) {
  const { data = [] } = useQuery(
    useTRPC().host.enrolledSince.queryOptions({ since: token.createdAt }, { refetchInterval: pollMs }),
  );
  const missing = Math.max(token.usesLeft - data.length, 0);
  return (
    <div className="grid gap-2" role="status">
      {data.map((host) => (
        <div key={host.id} className="flex items-center gap-2 rounded-md border border-good/40 bg-good-soft px-3 py-2">
          <CircleCheck className="size-4 shrink-0 text-good" aria-hidden />
          <span className="min-w-0 flex-1 truncate">
            <span className="font-medium">{host.hostname}</span>{" "}
            {host.hasReported ? "has enrolled and reported" : "has enrolled; its first report is on the way"}
          </span>
          <Button asChild size="small">
            <Link href={`/hosts/${host.id}`}>Open</Link>
          </Button>
        </div>
      ))}
      {missing > 0 ? (
        <p className="flex items-center gap-2 text-muted">
          <LoaderCircle className="size-4 shrink-0 animate-spin" aria-hidden />
          Waiting for {missing === 1 ? "the host" : `${formatCount(missing)} hosts`} to enroll. You can close this
          dialog; the token stays valid.
        </p>
      ) : null}
    </div>
  );
}
