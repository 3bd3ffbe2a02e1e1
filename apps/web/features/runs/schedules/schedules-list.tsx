"use client";

import { useQuery } from "@tanstack/react-query";
import { CalendarClock } from "lucide-react";
import { useTRPC } from "@/api/client";
import { QueryError } from "@/features/navigation/page-error";
import { EmptyState } from "@/ui/empty-state";
import { Panel } from "@/ui/panel";
import { PanelSkeleton } from "@/ui/skeleton";
import { HeadCell, Table, TableHead } from "@/ui/table";
import { NewScheduleButton } from "./new-schedule-button";
import { ScheduleRow } from "./schedule-row";

/** Every schedule, the one that is due next first. */
export function SchedulesList() {
  const { data, error, refetch } = useQuery(useTRPC().schedule.list.queryOptions());
  if (error) return <QueryError error={error} retry={() => void refetch()} />;
  if (data === undefined) return <PanelSkeleton className="h-44" />;
  if (data.length === 0) {
    return (
      <EmptyState icon={CalendarClock} title="No schedules yet" action={<NewScheduleButton />}>
        A schedule launches a plan on its drives every week, or once at a time.
      </EmptyState>
    );
  }
  return (
    <Panel title="Schedules" note={String(data.length)} flush>
      <Table label="Schedules" stacked="many">
        <TableHead>
          <HeadCell>State</HeadCell>
          <HeadCell>Name</HeadCell>
          <HeadCell>When</HeadCell>
          <HeadCell>Next</HeadCell>
          <HeadCell>Last launch</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </TableHead>
        <tbody>
          {data.map((schedule) => (
            <ScheduleRow key={schedule.id} schedule={schedule} />
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}
