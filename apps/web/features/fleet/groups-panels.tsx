import { formatCount } from "@crosspoint/domain";
import Link from "next/link";
import type { ReactNode } from "react";
import { Bar } from "@/ui/bar";
import { cn } from "@/ui/classes";
import { DriveName } from "@/ui/drive-name";
import { Panel } from "@/ui/panel";
import { HealthBadge, healthLooks } from "@/ui/status";
import type { Fleet } from "./fleet";

const shownGroups = 8;

export function VerdictsPanel({ fleet }: { fleet: Fleet }) {
  return (
    <Panel title="Verdicts">
      <div className="mb-3 flex h-2.5 gap-px overflow-hidden rounded-full" aria-hidden>
        {fleet.byVerdict.map(({ verdict, count }) => (
          <div key={verdict} className={cn("min-w-1", healthLooks[verdict].fill)} style={{ flexGrow: count }} />
        ))}
      </div>
      <ul>
        {fleet.byVerdict.map(({ verdict, count }) => (
          <Group key={verdict} href={`/drives?verdict=${verdict}`} count={count}>
            <HealthBadge status={verdict} plain />
          </Group>
        ))}
      </ul>
    </Panel>
  );
}

export function ModelsPanel({ fleet }: { fleet: Fleet }) {
  return (
    <Panel title="Models" note={`${formatCount(fleet.byModel.length)} total`}>
      <ul>
        {fleet.byModel.slice(0, shownGroups).map(({ model, productName, count }) => (
          <Group
            key={model}
            href={`/drives?model=${encodeURIComponent(model)}`}
            count={count}
            share={(100 * count) / fleet.drives}
            color="var(--series-1)"
          >
            <DriveName productName={productName} model={model} />
          </Group>
        ))}
      </ul>
    </Panel>
  );
}

export function FirmwarePanel({ fleet }: { fleet: Fleet }) {
  return (
    <Panel title="Firmware" note={`${formatCount(fleet.byFirmware.length)} total`}>
      <ul>
        {fleet.byFirmware.slice(0, shownGroups).map(({ model, productName, firmware, count }) => (
          <Group
            key={`${model} ${firmware}`}
            href={`/drives?model=${encodeURIComponent(model)}&firmware=${encodeURIComponent(firmware)}`}
            count={count}
            share={(100 * count) / fleet.drives}
            color="var(--series-1)"
          >
            <span className="font-mono">{firmware}</span> <span className="text-muted">{productName ?? model}</span>
          </Group>
        ))}
      </ul>
    </Panel>
  );
}

interface GroupProps {
  readonly href: string;
  readonly count: number;
  /** In percent of all drives. */
  readonly share?: number;
  readonly color?: string;
  readonly children: ReactNode;
}

function Group({ href, count, share, color, children }: GroupProps) {
  return (
    <li>
      <Link href={href} className="-mx-1.5 flex h-7 items-center gap-3 rounded px-1.5 text-table hover:bg-hover">
        <span className="min-w-0 flex-1 truncate">{children}</span>
        {share === undefined ? null : <Bar percent={share} color={color} className="w-16" />}
        <span className="w-14 text-right">{formatCount(count)}</span>
      </Link>
    </li>
  );
}
