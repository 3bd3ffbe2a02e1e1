"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { type Outputs, useTRPC } from "@/api/client";
import { QueryError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { Panel } from "@/ui/panel";
import { Skeleton } from "@/ui/skeleton";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { ExactTime, RelativeTime } from "@/ui/time";
import { CreateApiTokenDialog } from "./create-api-token-dialog";
import { RevokeApiTokenDialog } from "./revoke-api-token-dialog";

type ApiToken = Outputs["access"]["apiTokens"][number];

/** What programs ask with in one's own name, and the way to end it. */
export function ApiTokensPanel() {
  const [creating, setCreating] = useState(false);
  const { data, error, refetch } = useQuery(useTRPC().access.apiTokens.queryOptions());
  return (
    <Panel
      flush
      title="API tokens"
      note="For programs that ask in your name"
      actions={
        <Button size="small" onClick={() => setCreating(true)}>
          <Plus aria-hidden /> Create API token
        </Button>
      }
    >
      {error ? <QueryError error={error} retry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton className="m-4 h-10" /> : null}
      {data?.length === 0 ? (
        <p className="p-4 text-muted text-table">
          No tokens yet. With one, a script reads the fleet or sends results without your password.
        </p>
      ) : null}
      {data?.length ? <ApiTokens tokens={data} /> : null}
      <CreateApiTokenDialog open={creating} onOpenChange={setCreating} />
    </Panel>
  );
}

function ApiTokens({ tokens }: { tokens: readonly ApiToken[] }) {
  return (
    <Table label="API tokens" stacked>
      <TableHead>
        <HeadCell>Name</HeadCell>
        <HeadCell>May do as</HeadCell>
        <HeadCell>Created</HeadCell>
        <HeadCell>Last used</HeadCell>
        <HeadCell>Ends</HeadCell>
        <HeadCell>
          <span className="sr-only">Action</span>
        </HeadCell>
      </TableHead>
      <tbody>
        {tokens.map((token) => (
          <ApiTokenRow key={token.id} token={token} />
        ))}
      </tbody>
    </Table>
  );
}

function ApiTokenRow({ token }: { token: ApiToken }) {
  const [revoking, setRevoking] = useState(false);
  return (
    <Row>
      <Cell className="wrap-anywhere align-middle">{token.name}</Cell>
      <Cell label="May do as" className="align-middle">
        {token.role}
      </Cell>
      <Cell label="Created" className="align-middle">
        <ExactTime time={token.createdAt} />
      </Cell>
      <Cell label="Last used" className="align-middle">
        {token.lastUsedAt === null ? "never" : <RelativeTime time={token.lastUsedAt} />}
      </Cell>
      <Cell label="Ends" className="align-middle">
        <ExactTime time={token.expiresAt} />
      </Cell>
      <Cell number>
        <Button size="small" aria-label={`Revoke the token ${token.name}`} onClick={() => setRevoking(true)}>
          Revoke…
        </Button>
        {revoking ? <RevokeApiTokenDialog token={token} onClose={() => setRevoking(false)} /> : null}
      </Cell>
    </Row>
  );
}
