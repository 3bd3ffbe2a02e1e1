"use client";

import { formatCount } from "@crosspoint/domain";
import { FileWarning, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { useWhyNot } from "@/features/access/actor";
import { drivesHref } from "@/features/drives/list/drive-filter";
import { Button } from "@/ui/button";
import { Panel } from "@/ui/panel";
import { Badge } from "@/ui/status";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { ExactTime } from "@/ui/time";
import { impactWords, type Notice } from "./notice";

export type NoticeVerb = "edit" | "withdraw" | "restore";
type OnAct = (verb: NoticeVerb, notice: Notice) => void;

const rowsAtOnce = 100;

interface NoticesPanelProps {
  readonly title: string;
  readonly notices: readonly Notice[];
  readonly onAct: OnAct;
}

export function NoticesPanel({ title, notices, onAct }: NoticesPanelProps) {
  const [most, setMost] = useState(rowsAtOnce);
  if (notices.length === 0) return null;
  return (
    <Panel title={title} note={formatCount(notices.length)} flush>
      <Table label={title} stacked="many">
        <TableHead>
          <HeadCell>Impact</HeadCell>
          <HeadCell>Models</HeadCell>
          <HeadCell>Firmware</HeadCell>
          <HeadCell>What happens</HeadCell>
          <HeadCell number>Drives</HeadCell>
          <HeadCell>Changed</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </TableHead>
        <tbody>
          {notices.slice(0, most).map((notice) => (
            <NoticeRow key={notice.id} notice={notice} onAct={onAct} />
          ))}
        </tbody>
      </Table>
      {notices.length > most ? (
        <Button className="m-3" onClick={() => setMost(most + rowsAtOnce)}>
          Show more
        </Button>
      ) : null}
    </Panel>
  );
}

function NoticeRow({ notice, onAct }: { notice: Notice; onAct: OnAct }) {
  const { id, impact, models, bad, fixed, powerOnHours, text, source, fromCatalog, changedAt, changedBy } = notice;
  const isSevere = impact === "dataLoss" || impact === "hang";
  return (
    <Row id={id} className="scroll-mt-16 hover:bg-hover">
      <Cell>
        <Badge
          icon={isSevere ? TriangleAlert : FileWarning}
          word={impactWords[impact]}
          tone={isSevere ? "watch" : "neutral"}
          plain
        />
      </Cell>
      <Cell label="Models" className="wrap-anywhere min-w-40 font-mono">
        {models.join(", ")}
      </Cell>
      <Cell label="Firmware" className="wrap-anywhere min-w-28 font-mono">
        {bad.join(", ")}
        <span className="block font-sans text-muted">{fixed ? `fixed in ${fixed}` : "no fix named"}</span>
      </Cell>
      <Cell label="What happens" className="wrap-anywhere min-w-60">
        {text}
        {powerOnHours === undefined ? null : ` Shows at ${formatCount(powerOnHours)}\u2009h of power-on time.`}{" "}
        <a href={source.url} target="_blank" rel="noreferrer" className="text-accent underline">
          {source.publisher}
        </a>
      </Cell>
      <Cell number label="Drives">
        <Drives notice={notice} />
      </Cell>
      <Cell label="Changed" className="wrap-anywhere min-w-36">
        {fromCatalog ? (
          "As in the catalog"
        ) : (
          <>
            <ExactTime time={changedAt} /> by {changedBy}
          </>
        )}
      </Cell>
      <Cell className="text-right">
        <Acts notice={notice} onAct={onAct} />
      </Cell>
    </Row>
  );
}

function Drives({ notice: { id, drives } }: { notice: Notice }) {
  if (drives === 0) return "–";
  return (
    <Link href={drivesHref({ notice: [id] })} className="text-accent hover:underline">
      {formatCount(drives)}
    </Link>
  );
}

function Acts({ notice, onAct }: { notice: Notice; onAct: OnAct }) {
  const { models, withdrawnAt, inCatalog, fromCatalog } = notice;
  const whyNot = useWhyNot("health.configure");
  const name = models.join(", ");
  const button = (verb: NoticeVerb, word: string) => (
    <Button
      size="small"
      disabledReason={whyNot}
      aria-label={`${word} the notice on ${name}`}
      onClick={() => onAct(verb, notice)}
    >
      {word}…
    </Button>
  );
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
      {withdrawnAt === undefined ? button("edit", "Edit") : button("restore", "Restore")}
      {withdrawnAt === undefined && inCatalog && !fromCatalog ? button("restore", "Use catalog’s") : null}
      {withdrawnAt === undefined ? button("withdraw", "Withdraw") : null}
    </span>
  );
}
