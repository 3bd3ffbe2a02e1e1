import { formatCount } from "@crosspoint/domain";
import Link from "next/link";
import { Stat } from "@/ui/stat";
import type { Fleet } from "./fleet";

/** How large the fleet is, and which of its hosts do not report. */
export function Totals({ fleet }: { fleet: Fleet }) {
  const { drives, hosts, silentHostsTotal, silentHostsInMaintenance, contestedDrivesTotal } = fleet;
  return (
    <div className="flex flex-wrap gap-x-10 gap-y-3">
      <Stat label="Drives">
        <Count href="/drives" count={drives} />
      </Stat>
      <Stat label="Hosts">
        <Count href="/hosts" count={hosts} />
      </Stat>
      <Stat label="Hosts not reporting" note={inMaintenanceOf(silentHostsInMaintenance)}>
        <Count href={silentHostsHref} count={silentHostsTotal + silentHostsInMaintenance} />
      </Stat>
      {contestedDrivesTotal > 0 ? (
        <Stat label="Contested drives">
          <Count href={contestedHref} count={contestedDrivesTotal} />
        </Stat>
      ) : null}
    </div>
  );
}

function inMaintenanceOf(hosts: number): string | undefined {
  return hosts === 0 ? undefined : `${formatCount(hosts)} in maintenance`;
}

export const silentHostsHref = "/hosts?reporting=false";
export const contestedHref = "/drives?contested=true";

function Count({ href, count }: { readonly href: string; readonly count: number }) {
  return (
    <Link href={href} className="hover:underline">
      {formatCount(count)}
    </Link>
  );
}
