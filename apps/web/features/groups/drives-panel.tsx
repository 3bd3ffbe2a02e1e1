"use client";

import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { type Outputs, useTRPC } from "@/api/client";
import { refusalOf } from "@/api/refusal";
import { useWhyNot } from "@/features/access/actor";
import { QueryError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { DriveName } from "@/ui/drive-name";
import { Panel } from "@/ui/panel";
import { NotKnown } from "@/ui/quantity";
import { PanelSkeleton } from "@/ui/skeleton";
import { HealthBadge } from "@/ui/status";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { toast } from "@/ui/toast";

type Group = Outputs["group"]["get"];
type Drive = Outputs["group"]["drives"]["drives"][number];

/** The drives of a group in pages, the worst verdict first. */
export function DrivesPanel({ group, isByHand }: { group: Group; isByHand: boolean }) {
  const query = useInfiniteQuery(
    useTRPC().group.drives.infiniteQueryOptions({ groupId: group.id }, { getNextPageParam: (page) => page.nextCursor }),
  );
  const drives = query.data?.pages.flatMap((page) => page.drives);
  if (query.error) return <QueryError error={query.error} retry={() => void query.refetch()} />;
  if (drives === undefined) return <PanelSkeleton className="h-60" />;
  return (
    <Panel title="Drives" note="by verdict, then serial number" flush={drives.length > 0}>
      {drives.length === 0 ? (
        <p className="text-muted">No drive belongs to this group now.</p>
      ) : (
        <DrivesTable drives={drives} group={group} isByHand={isByHand} />
      )}
      {query.hasNextPage ? (
        <Button className="m-3" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show more
        </Button>
      ) : null}
    </Panel>
  );
}

function DrivesTable({ drives, group, isByHand }: { drives: readonly Drive[]; group: Group; isByHand: boolean }) {
  return (
    <Table label="Drives of the group" stacked>
      <TableHead>
        <HeadCell>Verdict</HeadCell>
        <HeadCell>Serial</HeadCell>
        <HeadCell>Model</HeadCell>
        <HeadCell>Host</HeadCell>
        {isByHand ? (
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        ) : null}
      </TableHead>
      <tbody>
        {drives.map((drive) => (
          <Row key={drive.id} className="hover:bg-hover">
            <Cell>
              <HealthBadge status={drive.verdict} plain />
            </Cell>
            <Cell className="font-mono">
              <Link href={`/drives/${drive.id}`} className="text-accent hover:underline">
                {drive.serial}
              </Link>
            </Cell>
            <Cell>
              <DriveName productName={drive.productName} model={drive.model} />
            </Cell>
            <Cell label="Host">
              {drive.host ? (
                <Link href={`/hosts/${drive.host.id}`} className="text-accent hover:underline">
                  {drive.host.hostname}
                </Link>
              ) : (
                <NotKnown why="in no host" />
              )}
            </Cell>
            {isByHand ? (
              <Cell className="text-right">
                <TakeOut group={group} drive={drive} />
              </Cell>
            ) : null}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function TakeOut({ group, drive }: { group: Group; drive: Drive }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const whyNot = useWhyNot("fleet.organize");
  const change = useMutation(
    trpc.group.changeMembers.mutationOptions({
      onSuccess: () => void queryClient.invalidateQueries({ queryKey: trpc.group.pathKey() }),
      onError: (error) => toast.error(refusalOf(error).message, { description: refusalOf(error).remedy }),
    }),
  );
  return (
    <Button
      size="small"
      busy={change.isPending}
      disabledReason={whyNot}
      aria-label={`Take ${drive.serial} out of the group`}
      onClick={() => change.mutate({ groupId: group.id, remove: [drive.id] })}
    >
      Take out
    </Button>
  );
}
