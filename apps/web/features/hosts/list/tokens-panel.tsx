"use client";

import { formatCount } from "@crosspoint/domain";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Ban, CircleCheck, CircleDashed, type LucideIcon, TimerOff, UserX } from "lucide-react";
import { useState } from "react";
import { type Outputs, useTRPC } from "@/api/client";
import { useWhyNot } from "@/features/access/actor";
import { QueryError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Panel } from "@/ui/panel";
import { Badge, type Tone } from "@/ui/status";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { ExactTime, RelativeTime } from "@/ui/time";
import { toast } from "@/ui/toast";

type Token = Outputs["host"]["enrollmentTokens"][number];

const states: Record<Token["state"], { word: string; icon: LucideIcon; tone: Tone; why: string }> = {
  usable: { word: "Valid", icon: CircleCheck, tone: "good", why: "Anyone who has it can enroll a host." },
  usedUp: { word: "Used up", icon: CircleDashed, tone: "neutral", why: "All of its hosts have enrolled." },
  expired: { word: "Expired", icon: TimerOff, tone: "neutral", why: "Its validity has ended." },
  revoked: { word: "Revoked", icon: Ban, tone: "neutral", why: "Revoked before it expired." },
  makerLostRight: {
    word: "Creator lost permission",
    icon: UserX,
    tone: "watch",
    why: "Its creator may no longer add hosts, so it admits none.",
  },
};

/** In a narrow window a row becomes lines: state and action, who made it, how often and until when. */
const rowClasses = "max-md:flex max-md:flex-wrap max-md:items-center max-md:py-2 max-md:*:py-0.5";

/** Enrollment tokens, for those who may generate them; nothing where there is none. */
export function TokensPanel() {
  const whyNot = useWhyNot("host.enroll");
  const { data, error, refetch } = useQuery(
    useTRPC().host.enrollmentTokens.queryOptions(undefined, { enabled: whyNot === undefined }),
  );
  if (error) return <QueryError error={error} retry={() => void refetch()} />;
  if (!data?.length) return null;
  return (
    <Panel flush title="Enrollment tokens" note="expired, used and revoked tokens stay listed for a week">
      <Table label="Enrollment tokens">
        <TableHead className="max-md:hidden">
          <HeadCell>State</HeadCell>
          <HeadCell>Token</HeadCell>
          <HeadCell>Created by</HeadCell>
          <HeadCell number>Hosts left</HeadCell>
          <HeadCell number>Created</HeadCell>
          <HeadCell>Valid until</HeadCell>
          <HeadCell>
            <span className="sr-only">Action</span>
          </HeadCell>
        </TableHead>
        <tbody>
          {data.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}

function TokenRow({ token }: { token: Token }) {
  const { word, icon, tone, why } = states[token.state];
  return (
    <Row className={rowClasses}>
      <Cell className="align-middle">
        <span title={why}>
          <Badge icon={icon} word={word} tone={tone} plain />
        </span>
      </Cell>
      <Cell className="align-middle font-mono">…{token.ending}</Cell>
      <Cell className="break-all align-middle max-md:order-2 max-md:basis-full max-md:px-4">
        <span className="text-muted md:hidden">created by </span>
        {token.madeBy}
      </Cell>
      <Cell number className="align-middle max-md:order-3 max-md:px-4">
        {formatCount(token.usesLeft)} of {formatCount(token.uses)}
        <span className="text-muted md:hidden"> hosts left</span>
      </Cell>
      <Cell number className="align-middle max-md:hidden">
        <RelativeTime time={token.createdAt} />
      </Cell>
      <Cell className="align-middle max-md:order-4 max-md:px-4">
        <span className="text-muted md:hidden">until </span>
        <ExactTime time={token.expiresAt} />
      </Cell>
      <Cell number className="max-md:order-1 max-md:ml-auto">
        {token.state === "usable" || token.state === "makerLostRight" ? <RevokeButton token={token} /> : null}
      </Cell>
    </Row>
  );
}

function RevokeButton({ token }: { token: Token }) {
  const [open, setOpen] = useState(false);
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const revoke = useMutation(
    trpc.host.revokeEnrollmentToken.mutationOptions({
      onSuccess: async () => {
        setOpen(false);
        toast.success(`The token …${token.ending} is revoked.`);
        await queryClient.invalidateQueries({ queryKey: trpc.host.enrollmentTokens.queryKey() });
      },
    }),
  );
  const name = `Revoke the token …${token.ending}`;
  return (
    <>
      <Button size="small" variant="danger" aria-label={name} onClick={() => setOpen(true)}>
        Revoke
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={`${name}?`}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button variant="danger" busy={revoke.isPending} onClick={() => revoke.mutate({ tokenId: token.id })}>
              {name}
            </Button>
          </>
        }
      >
        <div className="grid gap-3">
          {revoke.error ? <QueryError error={revoke.error} retry={() => revoke.reset()} /> : null}
          <p>It admits no more hosts, effective immediately. Hosts already enrolled stay: each has a key of its own.</p>
          <p className="text-muted">Every admin and operator sees this in the audit.</p>
        </div>
      </Dialog>
    </>
  );
}
