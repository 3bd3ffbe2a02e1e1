"use client";

import { formatCount } from "@crosspoint/domain";
import { FilterX } from "lucide-react";
import Link from "next/link";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useState } from "react";
import { useWhyNot } from "@/features/access/actor";
import { ListSearch } from "@/features/navigation/list-search";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Panel } from "@/ui/panel";
import { Segmented } from "@/ui/segmented";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { ExactTime } from "@/ui/time";
import { type ScopeKind, scopeKinds, shownThresholds, type Threshold } from "./threshold";

const rowsAtOnce = 100;
const filters = {
  search: parseAsString.withDefault(""),
  of: parseAsStringLiteral(scopeKinds),
  rule: parseAsString.withDefault(""),
};
const kindOptions: readonly { readonly value: ScopeKind | "all"; readonly label: string }[] = [
  { value: "all", label: "All" },
  { value: "fleet", label: "Fleet" },
  { value: "model", label: "Models" },
  { value: "group", label: "Groups" },
  { value: "drive", label: "Drives" },
];

interface ThresholdsPanelProps {
  readonly thresholds: readonly Threshold[];
  readonly onChange: (threshold: Threshold) => void;
}

export function ThresholdsPanel({ thresholds, onChange }: ThresholdsPanelProps) {
  const [filter, setFilter] = useQueryStates(filters);
  const [most, setMost] = useState(rowsAtOnce);
  const shown = shownThresholds(thresholds, filter);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <ListSearch
          label="Search thresholds"
          placeholder="Rule, drives, person, reason"
          value={filter.search}
          onSearch={(search, options) => void setFilter({ search }, options)}
        />
        <Segmented
          label="Set for"
          value={filter.of ?? "all"}
          onValueChange={(of) => void setFilter({ of: of === "all" ? null : of })}
          options={kindOptions}
        />
      </div>
      {shown.length === 0 ? (
        <EmptyState
          icon={FilterX}
          title="No threshold matches"
          action={<Button onClick={() => void setFilter(null)}>Clear filters</Button>}
        />
      ) : (
        <Panel title="Thresholds" note={`${formatCount(shown.length)} set`} flush>
          <ThresholdsTable thresholds={shown.slice(0, most)} onChange={onChange} />
          {shown.length > most ? (
            <Button className="m-3" onClick={() => setMost(most + rowsAtOnce)}>
              Show more
            </Button>
          ) : null}
        </Panel>
      )}
    </>
  );
}

function ThresholdsTable({ thresholds, onChange }: ThresholdsPanelProps) {
  return (
    <Table label="Thresholds" stacked="many">
      <TableHead>
        <HeadCell>Rule</HeadCell>
        <HeadCell>Drives</HeadCell>
        <HeadCell>Threshold</HeadCell>
        <HeadCell>Default</HeadCell>
        <HeadCell>Set</HeadCell>
        <HeadCell>
          <span className="sr-only">Actions</span>
        </HeadCell>
      </TableHead>
      <tbody>
        {thresholds.map((threshold) => (
          <ThresholdRow key={threshold.id} threshold={threshold} onChange={() => onChange(threshold)} />
        ))}
      </tbody>
    </Table>
  );
}

function ThresholdRow({ threshold, onChange }: { threshold: Threshold; onChange: () => void }) {
  const { rule, title, text, defaultText, changedAt, changedBy, why } = threshold;
  const whyNot = useWhyNot("health.configure");
  return (
    <Row className="hover:bg-hover">
      <Cell className="min-w-40 font-medium">
        <Link href={`/settings/rules#${rule}`} className="text-accent hover:underline">
          {title}
        </Link>
      </Cell>
      <Cell label="Drives" className="wrap-anywhere min-w-36">
        <Drives threshold={threshold} />
      </Cell>
      <Cell label="Threshold" className="min-w-48">
        <Grades text={text} />
      </Cell>
      <Cell label="Default" className="min-w-48 text-muted">
        <Grades text={defaultText} />
      </Cell>
      <Cell label="Set" className="wrap-anywhere min-w-48">
        <ExactTime time={changedAt} /> by {changedBy}
        <span className="block text-muted">{why}</span>
      </Cell>
      <Cell className="text-right">
        <Button
          size="small"
          disabledReason={whyNot}
          onClick={onChange}
          aria-label={`Change ${title} of ${threshold.drives}`}
        >
          Change…
        </Button>
      </Cell>
    </Row>
  );
}

/** One grade a line. */
function Grades({ text }: { text: string }) {
  return text.split("; ").map((grade) => (
    <span key={grade} className="block first-letter:uppercase">
      {grade}
    </span>
  ));
}

function Drives({ threshold: { scope, drives } }: { threshold: Threshold }) {
  const link = (href: string) => (
    <Link href={href} className="text-accent hover:underline">
      {drives}
    </Link>
  );
  switch (scope.kind) {
    case "fleet":
      return "The fleet";
    case "model":
      return link(`/drives?${new URLSearchParams({ model: scope.model })}`);
    case "group":
      return link(`/groups/${scope.groupId}`);
    case "drive":
      return link(`/drives/${scope.driveId}`);
  }
}
