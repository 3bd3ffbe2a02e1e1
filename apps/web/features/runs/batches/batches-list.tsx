"use client";

import { useQuery } from "@tanstack/react-query";
import { Layers } from "lucide-react";
import { parseAsString, useQueryStates } from "nuqs";
import { useTRPC } from "@/api/client";
import { QueryError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Panel } from "@/ui/panel";
import { PanelSkeleton } from "@/ui/skeleton";
import { HeadCell, Table, TableHead } from "@/ui/table";
import { NewBenchmarkButton } from "../list/new-benchmark-button";
import { Pager } from "../list/pager";
import { BatchRow } from "./batch-row";

/** Those of one schedule, and from where on. */
const parsers = { schedule: parseAsString, after: parseAsString };

/** Batches, the newest first, kept fresh by the live stream. */
export function BatchesList() {
  const [{ schedule, after }, setUrl] = useQueryStates(parsers, { history: "replace" });
  const input = { ...(schedule ? { scheduleId: schedule } : {}), ...(after ? { cursor: after } : {}) };
  const { data, error, refetch } = useQuery(
    useTRPC().batch.list.queryOptions(input, { placeholderData: (before) => before }),
  );
  if (error) return <QueryError error={error} retry={() => void refetch()} />;
  if (data === undefined) return <PanelSkeleton className="h-44" />;
  if (data.batches.length === 0 && schedule === null && after === null) {
    return (
      <EmptyState icon={Layers} title="No batches yet" action={<NewBenchmarkButton many />}>
        A batch runs one plan on many drives. Select drives on the drives page, or here.
      </EmptyState>
    );
  }
  return (
    <Panel title="Batches" flush>
      {schedule === null ? null : (
        <p className="flex flex-wrap items-center gap-2 border-b px-4 py-2">
          Launched by one schedule
          <Button size="small" onClick={() => void setUrl({ schedule: null, after: null })}>
            Show all batches
          </Button>
        </p>
      )}
      {data.batches.length === 0 ? (
        <p className="px-4 py-6 text-muted">This schedule has launched nothing yet.</p>
      ) : (
        <Table label="Batches" stacked="many">
          <TableHead>
            <HeadCell>Name</HeadCell>
            <HeadCell>Runs</HeadCell>
            <HeadCell>Requested</HeadCell>
            <HeadCell>By</HeadCell>
          </TableHead>
          <tbody>
            {data.batches.map((batch) => (
              <BatchRow key={batch.id} batch={batch} />
            ))}
          </tbody>
        </Table>
      )}
      <Pager
        first={after === null}
        next={data.nextCursor}
        onFirst={() => void setUrl({ after: null })}
        onNext={(next) => void setUrl({ after: next }, { history: "push" })}
      />
    </Panel>
  );
}
