import {
  celsiusOfKelvin,
  formatPercent,
  formatTemperature,
  percentageUsedFigure,
  THIN_SPACE,
} from "@crosspoint/domain";
import Link from "next/link";
import type { ReactNode } from "react";
import { drivesHref } from "@/features/drives/list/drive-filter";
import { hotClass, wornClass } from "@/features/drives/list/drive-words";
import { DriveName } from "@/ui/drive-name";
import { Panel } from "@/ui/panel";
import { Quantity } from "@/ui/quantity";
import { AsOf } from "../as-of";
import type { FleetReadings } from "../fleet";

type Extreme = FleetReadings["hottest"][number];
const daysAMonth = 30;

/** The drives that stand out: the hottest now, the most worn, and those that wear fastest. */
export function ExtremesPanels({ readings: { hottest, mostWorn, fastestWearing, asOf } }: { readings: FleetReadings }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-3">
      <ExtremesPanel
        title="Hottest"
        note={<AsOf text="in the last hour" asOf={asOf} />}
        all={{ href: drivesHref({ sort: "temperature", descending: true }), text: "All by temperature" }}
        empty="No temperatures in the last hour."
        drives={hottest}
        figure={(drive) => <Temperature drive={drive} />}
      />
      <ExtremesPanel
        title="Most worn"
        note={<AsOf text="newest samples" asOf={asOf} />}
        all={{ href: drivesHref({ sort: "percentageUsed", descending: true }), text: "All by wear" }}
        empty="No drive is worn yet."
        drives={mostWorn}
        figure={({ percentageUsed }) => (
          <span className={wornClass(percentageUsed ?? 0)}>
            <Quantity of={percentageUsedFigure(percentageUsed ?? 0)} /> used
          </span>
        )}
      />
      <ExtremesPanel
        title="Fastest wearing"
        note={<AsOf text="by the last months" asOf={asOf} />}
        empty="No drive has been watched for long enough to say."
        drives={fastestWearing}
        figure={(drive) => <Pace drive={drive} />}
      />
    </div>
  );
}

interface ExtremesPanelProps {
  readonly title: string;
  readonly note: ReactNode;
  /** The list in this order. */
  readonly all?: { readonly href: string; readonly text: string };
  readonly empty: string;
  readonly drives: readonly Extreme[];
  readonly figure: (drive: Extreme) => ReactNode;
}

function ExtremesPanel({ title, note, all, empty, drives, figure }: ExtremesPanelProps) {
  const link = all && (
    <Link href={all.href} prefetch={false} className="text-accent text-table hover:underline">
      {all.text}
    </Link>
  );
  return (
    <Panel flush title={title} note={note} actions={link}>
      {drives.length === 0 ? <p className="px-4 py-3 text-muted text-table">{empty}</p> : null}
      <ol>
        {drives.map((drive) => (
          <li
            key={drive.id}
            className="relative flex gap-3 border-b px-4 py-1.5 text-table last:border-b-0 hover:bg-hover"
          >
            <span className="min-w-0 flex-1">
              <Link
                href={`/drives/${drive.id}`}
                prefetch={false}
                className="font-mono after:absolute after:inset-0 hover:underline"
              >
                {drive.serial}
              </Link>
              <span className="block truncate text-muted text-xs">
                <DriveName productName={drive.productName} model={drive.model} />
              </span>
            </span>
            <span className="whitespace-nowrap text-right">
              <span className="sr-only">: </span>
              {figure(drive)}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function Temperature({ drive: { temperatureKelvin, warningKelvin } }: { drive: Extreme }) {
  if (temperatureKelvin === null) return null;
  return (
    <>
      <span className={hotClass({ temperatureKelvin, warningKelvin })}>
        <Quantity of={formatTemperature(temperatureKelvin)} />
      </span>
      {warningKelvin === null ? null : (
        <span className="block text-muted text-xs">
          <span className="sr-only">, </span>
          warns at {celsiusOfKelvin(warningKelvin)}
          {THIN_SPACE}°C
        </span>
      )}
    </>
  );
}

function Pace({ drive: { percentPerDay, likelyEnd } }: { drive: Extreme }) {
  return (
    <>
      <Quantity of={formatPercent((percentPerDay ?? 0) * daysAMonth)} /> a month
      {likelyEnd === null ? null : (
        <span className="block text-muted text-xs">
          <span className="sr-only">, </span>
          at its limit about {likelyEnd.toISOString().slice(0, 10)}
        </span>
      )}
    </>
  );
}
