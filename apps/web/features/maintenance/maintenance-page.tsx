"use client";

import { useQuery } from "@tanstack/react-query";
import { CalendarClock, Plus, Wrench } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { type Outputs, useTRPC } from "@/api/client";
import { useWhyNot } from "@/features/access/actor";
import { GroupTabs } from "@/features/groups/group-tabs";
import { Page } from "@/features/navigation/page";
import { QueryError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Panel } from "@/ui/panel";
import { PanelSkeleton } from "@/ui/skeleton";
import { Badge } from "@/ui/status";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { ExactTime } from "@/ui/time";
import { EndWindowButton } from "./end-window-button";
import { NewWindowDialog } from "./new-window-dialog";
import { durationWords, recurrenceWords } from "./window-words";

export type MaintenanceWindow = Outputs["maintenance"]["list"][number];

export function MaintenancePage() {
  const [adding, setAdding] = useState(false);
  const whyNot = useWhyNot("maintenance.manage");
  const { data, error, refetch } = useQuery(useTRPC().maintenance.list.queryOptions());
  const button = (
    <Button variant="primary" disabledReason={whyNot} onClick={() => setAdding(true)}>
      <Plus aria-hidden /> New window
    </Button>
  );
  return (
    <Page
      crumbs={[{ name: "Groups", href: "/groups" }, { name: "Maintenance windows" }]}
      title="Maintenance windows"
      subtitle="When work is expected on a part of the fleet"
      actions={button}
    >
      <GroupTabs />
      {error ? <QueryError error={error} retry={() => void refetch()} /> : null}
      {data === undefined && !error ? <PanelSkeleton className="h-44" /> : null}
      {data?.length === 0 ? (
        <EmptyState icon={CalendarClock} title="No maintenance windows" action={button}>
          A window says when work is expected on the fleet, a group, a host or a drive, once or again and again.
        </EmptyState>
      ) : null}
      {data?.length ? <WindowsTable windows={data} /> : null}
      {adding ? <NewWindowDialog onClose={() => setAdding(false)} /> : null}
    </Page>
  );
}

function WindowsTable({ windows }: { windows: readonly MaintenanceWindow[] }) {
  return (
    <Panel title="Maintenance windows" note={String(windows.length)} flush>
      <Table label="Maintenance windows" stacked>
        <TableHead>
          <HeadCell>State</HeadCell>
          <HeadCell>Name</HeadCell>
          <HeadCell>Of</HeadCell>
          <HeadCell>When</HeadCell>
          <HeadCell>From</HeadCell>
          <HeadCell>Until</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </TableHead>
        <tbody>
          {windows.map((window) => (
            <WindowRow key={window.id} window={window} />
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}

function WindowRow({ window }: { window: MaintenanceWindow }) {
  const { name, note, createdBy, isOpen, from, until, recurrence, beginsAt, durationMinutes, zone } = window;
  return (
    <Row className="hover:bg-hover">
      <Cell>
        {isOpen ? (
          <Badge icon={Wrench} word="Open" tone="watch" plain />
        ) : (
          <Badge icon={CalendarClock} word="To come" tone="neutral" plain />
        )}
      </Cell>
      <Cell className="wrap-anywhere min-w-40">
        <span className="font-medium">{name}</span>
        <span className="block text-muted">{[note, `by ${createdBy}`].filter(Boolean).join(", ")}</span>
      </Cell>
      <Cell label="Of" className="wrap-anywhere">
        <Scope window={window} />
      </Cell>
      <Cell label="When">
        {recurrenceWords(recurrence)} at {beginsAt.slice(11)} for {durationWords(durationMinutes)}
        <span className="block text-muted">{zone}</span>
      </Cell>
      <Cell label="From">
        <ExactTime time={from} />
      </Cell>
      <Cell label="Until">
        <ExactTime time={until} />
      </Cell>
      <Cell className="text-right">
        <EndWindowButton window={window} />
      </Cell>
    </Row>
  );
}

function Scope({ window: { scope, of } }: { window: MaintenanceWindow }) {
  if (scope === "fleet" || of === undefined) return "The whole fleet";
  return (
    <Link href={`/${scope}s/${of.id}`} className="text-accent hover:underline">
      {of.name}
    </Link>
  );
}
