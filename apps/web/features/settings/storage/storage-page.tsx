"use client";

import { formatBytes, formatCount } from "@crosspoint/domain";
import { useQuery } from "@tanstack/react-query";
import { Download, Pencil } from "lucide-react";
import { useState } from "react";
import { type Outputs, useTRPC } from "@/api/client";
import { useWhyNot } from "@/features/access/actor";
import { Page } from "@/features/navigation/page";
import { QueryError } from "@/features/navigation/page-error";
import { Bar } from "@/ui/bar";
import { Button } from "@/ui/button";
import { Panel } from "@/ui/panel";
import { NotKnown, Quantity } from "@/ui/quantity";
import { Skeleton } from "@/ui/skeleton";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { ExactTime } from "@/ui/time";
import { SettingsTabs } from "../settings-tabs";
import { keptText, kindWords, sinceText } from "./kinds";
import { RetentionDialog } from "./retention-dialog";

type Storage = Outputs["storage"]["get"];

/** What takes how much, and how long it is kept. */
export function StoragePage() {
  const { data, error, refetch } = useQuery(useTRPC().storage.get.queryOptions());
  return (
    <Page
      crumbs={[{ name: "Settings", href: "/settings" }, { name: "Storage" }]}
      title="Storage"
      subtitle="What the database keeps, and for how long"
      actions={<Actions storage={data} />}
    >
      <SettingsTabs />
      {error ? <QueryError error={error} retry={() => void refetch()} /> : null}
      {data ? <Amounts storage={data} /> : error ? null : <Skeleton className="h-96" />}
    </Page>
  );
}

function Actions({ storage }: { storage: Storage | undefined }) {
  const [editing, setEditing] = useState(false);
  const whyNotChange = useWhyNot("storage.manage");
  const whyNotExport = useWhyNot("audit.view");
  return (
    <>
      {whyNotExport === undefined ? (
        <Button asChild>
          <a href="/api/audit" download>
            <Download aria-hidden /> Export audit
          </a>
        </Button>
      ) : (
        <Button disabledReason={whyNotExport}>
          <Download aria-hidden /> Export audit
        </Button>
      )}
      <Button disabledReason={whyNotChange} onClick={() => setEditing(true)}>
        <Pencil aria-hidden /> Change retention
      </Button>
      {editing && storage ? <RetentionDialog storage={storage} onClose={() => setEditing(false)} /> : null}
    </>
  );
}

function Amounts({ storage }: { storage: Storage }) {
  const { amounts, databaseBytes, changed } = storage;
  return (
    <Panel flush title="Stored data" note={`${formatBytes(databaseBytes).text} total`}>
      <Table label="Stored data" stacked>
        <TableHead>
          <HeadCell>What</HeadCell>
          <HeadCell number>Size</HeadCell>
          <HeadCell number>Rows</HeadCell>
          <HeadCell>Since</HeadCell>
          <HeadCell>Kept</HeadCell>
        </TableHead>
        <tbody>
          {amounts.map((amount) => (
            <AmountRow key={amount.kind} amount={amount} storage={storage} />
          ))}
        </tbody>
      </Table>
      <p className="border-t px-4 py-2.5 text-muted text-table">
        Sizes include indexes; row counts are estimates. Old data is removed every six hours: samples by whole days,
        hourly values by months, daily values by years.{" "}
        {changed ? (
          <>
            Retention changed by {changed.by} on <ExactTime time={changed.at} />.
          </>
        ) : (
          "Retention has its default values."
        )}
      </p>
    </Panel>
  );
}

function AmountRow({ amount, storage }: { amount: Storage["amounts"][number]; storage: Storage }) {
  const words = kindWords[amount.kind];
  return (
    <Row>
      <Cell>
        <div>{words.name}</div>
        <div className="text-muted text-xs">{words.detail}</div>
      </Cell>
      <Cell number label="Size">
        <span className="inline-flex items-center gap-2">
          <Bar percent={(100 * amount.bytes) / Math.max(storage.databaseBytes, 1)} />
          <span className="min-w-18">
            <Quantity of={formatBytes(amount.bytes)} exact={`${amount.bytes} B`} />
          </span>
        </span>
      </Cell>
      <Cell number label="Rows">
        {amount.rows === undefined ? (
          <NotKnown why={amount.kind === "other" ? "not counted" : "not counted yet"} />
        ) : (
          formatCount(amount.rows)
        )}
      </Cell>
      <Cell label="Since">{amount.since ? sinceText(amount.kind, amount.since) : <NotKnown why="not counted" />}</Cell>
      <Cell label="Kept">{keptText(words, storage.retention)}</Cell>
    </Row>
  );
}
