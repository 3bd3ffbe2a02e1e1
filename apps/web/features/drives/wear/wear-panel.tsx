"use client";

import { formatBytes } from "@crosspoint/domain";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTRPC } from "@/api/client";
import { PlotChart } from "@/charts/lazy";
import { QueryError } from "@/features/navigation/page-error";
import { Panel } from "@/ui/panel";
import { NotKnown, Quantity } from "@/ui/quantity";
import { Skeleton } from "@/ui/skeleton";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { RelativeTime } from "@/ui/time";
import { forecastPlot } from "./prepare-forecast";
import type { Wear } from "./wear";
import { basisText, dwpdText, endText, ofRating } from "./wear-words";

/** How fast the drive is written to, when its endurance ends, and what that means. */
export function WearPanel({ driveId }: { driveId: string }) {
  const { data, error, refetch } = useQuery(useTRPC().health.wear.queryOptions({ driveId }));
  return (
    <Panel
      title="Wear"
      note={
        data?.computedAt ? (
          <>
            computed <RelativeTime time={data.computedAt} />
          </>
        ) : undefined
      }
    >
      {error ? <QueryError error={error} retry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton className="h-96" /> : null}
      {data ? <Shown wear={data} /> : null}
    </Panel>
  );
}

function Shown({ wear }: { wear: Wear }) {
  const basis = basisText(wear);
  return (
    <div className="grid gap-5">
      <div className="grid gap-1">
        <p className="font-medium">{endText(wear)}</p>
        {basis ? <p className="text-muted text-table">{basis}</p> : null}
      </div>
      <PlotChart plot={forecastPlot(wear)} fileName="wear-forecast" height={220} />
      <section aria-label="What the end means" className="grid gap-1 text-table">
        <h3 className="font-medium">What the end means</h3>
        <ul className="grid list-disc gap-0.5 pl-4">
          {wear.meaning.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </section>
      <Writes wear={wear} />
    </div>
  );
}

/** What was written a day, against what the drive is rated for. */
function Writes({ wear: { written, rated } }: { wear: Wear }) {
  const { drivesPerDay, source } = rated;
  return (
    <div className="-mx-4 border-t pt-3">
      <Table label="Writes per day" stacked>
        <TableHead>
          <HeadCell>Writes</HeadCell>
          <HeadCell number>Per day</HeadCell>
          <HeadCell number>DWPD</HeadCell>
          <HeadCell number>Rated</HeadCell>
          <HeadCell number className="whitespace-normal">
            Write amplification
          </HeadCell>
        </TableHead>
        <tbody>
          {written.map(({ days, bytesPerDay, drivesPerDay: own, amplification }) => (
            <Row key={days}>
              <Cell>Over {days} days</Cell>
              <Cell number label="Per day" className="whitespace-normal">
                {bytesPerDay === undefined ? notEnough : <Quantity of={formatBytes(bytesPerDay)} />}
              </Cell>
              <Cell number label="DWPD" className="whitespace-normal">
                {own === undefined ? notEnough : dwpdText(own)}
              </Cell>
              <Cell number label="Rated">
                {own === undefined || drivesPerDay === undefined ? <NotKnown /> : ofRating(own, drivesPerDay)}
              </Cell>
              <Cell number label="Write amplification">
                {amplification === undefined ? <NotKnown why={whyNoAmplification(days)} /> : amplification.toFixed(2)}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      <p className="px-4 pt-2 text-muted text-table">
        {drivesPerDay === undefined ? (
          "The catalog has no endurance rating of this model."
        ) : (
          <>
            Rated for {dwpdText(drivesPerDay)} drive writes per day
            {rated.bytes === undefined ? "" : `, ${formatBytes(rated.bytes).text} in all`}
            {source ? (
              <>
                {" "}
                (
                <Link href={`/catalog/sources#${source.id}`} className="underline underline-offset-2">
                  {source.title}
                </Link>
                )
              </>
            ) : null}
            . A figure is given where at least half of its days were seen.
          </>
        )}
      </p>
    </div>
  );
}

function whyNoAmplification(days: number): string {
  if (days === 90) return "given over 7 and 30 days only";
  return "not known: no log of the drive tells its media writes over these days, or too little was written";
}

const notEnough = <span className="text-muted">Not enough data</span>;
