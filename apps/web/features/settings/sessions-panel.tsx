"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { type Outputs, useTRPC } from "@/api/client";
import { refusalOf } from "@/api/refusal";
import { QueryError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { Panel } from "@/ui/panel";
import { Skeleton } from "@/ui/skeleton";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { ExactTime, RelativeTime } from "@/ui/time";
import { toast } from "@/ui/toast";

type Session = Outputs["access"]["sessions"][number];

/** Where one is signed in, and the way to end it. */
export function SessionsPanel() {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.access.sessions.queryOptions());
  const endOthers = useMutation(
    trpc.access.endOtherSessions.mutationOptions({
      onSuccess: ({ sessionsEnded }) =>
        toast.success(sessionsEnded === 1 ? "1 other session ended." : `${sessionsEnded} other sessions ended.`),
      ...useAfterEnding(),
    }),
  );
  const isAlone = data?.every(({ isCurrent }) => isCurrent) ?? false;
  return (
    <Panel
      flush
      title="Sessions"
      note="End 30 days after sign-in, or 7 days after last use"
      actions={
        <Button
          size="small"
          busy={endOthers.isPending}
          disabledReason={isAlone ? "You are not signed in anywhere else." : undefined}
          onClick={() => endOthers.mutate()}
        >
          <LogOut aria-hidden /> End other sessions
        </Button>
      }
    >
      {error ? <QueryError error={error} retry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton className="m-4 h-16" /> : null}
      {data ? <Sessions sessions={data} /> : null}
    </Panel>
  );
}

function Sessions({ sessions }: { sessions: readonly Session[] }) {
  return (
    <Table label="Sessions" stacked>
      <TableHead>
        <HeadCell>Device</HeadCell>
        <HeadCell>Address</HeadCell>
        <HeadCell>Signed in</HeadCell>
        <HeadCell>Last used</HeadCell>
        <HeadCell>
          <span className="sr-only">Action</span>
        </HeadCell>
      </TableHead>
      <tbody>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </tbody>
    </Table>
  );
}

function SessionRow({ session }: { session: Session }) {
  const end = useMutation(
    useTRPC().access.endSession.mutationOptions({
      onSuccess: () => toast.success(`The session of ${session.device} has ended.`),
      ...useAfterEnding(),
    }),
  );
  return (
    <Row>
      <Cell className="align-middle">
        {session.device}
        {session.isCurrent ? <span className="text-muted"> (this one)</span> : null}
      </Cell>
      <Cell label="Address" className="break-all align-middle font-mono">
        {session.address ?? "not known"}
      </Cell>
      <Cell label="Signed in" className="align-middle">
        <ExactTime time={session.openedAt} />
      </Cell>
      <Cell label="Last used" className="align-middle">
        <RelativeTime time={session.lastUsedAt} />
      </Cell>
      <Cell number>
        {session.isCurrent ? null : (
          <Button
            size="small"
            aria-label={`End session of ${session.device}`}
            busy={end.isPending}
            onClick={() => end.mutate({ sessionId: session.id })}
          >
            End session
          </Button>
        )}
      </Cell>
    </Row>
  );
}

/** Both ways of ending leave a list to be read anew, and a refusal to be shown. */
function useAfterEnding() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return {
    onError: (error: unknown) => toast.error(refusalOf(error).message, { description: refusalOf(error).remedy }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.access.sessions.queryKey() }),
  };
}
