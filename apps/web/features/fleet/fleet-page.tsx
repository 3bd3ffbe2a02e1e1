"use client";

import { formatCount } from "@crosspoint/domain";
import { useQuery } from "@tanstack/react-query";
import { HardDrive, Plus, Server } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useTRPC } from "@/api/client";
import { useWhyNot } from "@/features/access/actor";
import { Page } from "@/features/navigation/page";
import { QueryError } from "@/features/navigation/page-error";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { PanelSkeleton } from "@/ui/skeleton";
import { Stat } from "@/ui/stat";
import { RelativeTime } from "@/ui/time";
import { AttentionPanel } from "./attention-panel";
import type { Fleet } from "./fleet";
import { FirmwarePanel, ModelsPanel, VerdictsPanel } from "./groups-panels";

/** The library that draws is half of what the page would weigh: it comes once the rest stands. */
const SpreadPanels = dynamic(() => import("./spread-panels").then((module) => module.SpreadPanels), {
  ssr: false,
  loading: () => <PanelSkeleton className="h-80" />,
});

/** The whole fleet: what needs attention and why comes first. */
export function FleetPage() {
  const { data: fleet, error, refetch } = useQuery(useTRPC().fleet.get.queryOptions());
  return (
    <Page crumbs={[{ name: "Fleet" }]} title="Fleet">
      {error && !fleet ? <QueryError error={error} retry={() => void refetch()} /> : null}
      {fleet?.hosts === 0 && fleet.drives === 0 ? <FirstHost /> : null}
      {fleet && (fleet.hosts > 0 || fleet.drives > 0) ? (
        <>
          {fleet.reachability.kind === "away" ? <Unreachable since={fleet.reachability.since} /> : null}
          <Totals fleet={fleet} />
          <AttentionPanel fleet={fleet} />
          {fleet.drives > 0 ? <DrivePanels fleet={fleet} /> : <NoDrive />}
        </>
      ) : null}
    </Page>
  );
}

function DrivePanels({ fleet }: { fleet: Fleet }) {
  return (
    <>
      <div className="grid items-start gap-4 lg:grid-cols-3">
        <VerdictsPanel fleet={fleet} />
        <ModelsPanel fleet={fleet} />
        <FirmwarePanel fleet={fleet} />
      </div>
      <SpreadPanels fleet={fleet} />
    </>
  );
}

function Unreachable({ since }: { since: Date | undefined }) {
  return (
    <Banner tone="failed" title="No host can report: the gateway is not running.">
      {since === undefined ? null : (
        <>
          It last ran <RelativeTime time={since} />.{" "}
        </>
      )}
      Start it; hosts then send what they have kept meanwhile.
    </Banner>
  );
}

function NoDrive() {
  return (
    <EmptyState
      icon={HardDrive}
      title="No NVMe drives yet"
      action={
        <Button asChild>
          <Link href="/benchmarks/new">Benchmark a scratch file</Link>
        </Button>
      }
    >
      No host has reported one. A drive appears here within ten seconds of being plugged in; meanwhile you can benchmark
      the agent's scratch file.
    </EmptyState>
  );
}

function Totals({ fleet }: { fleet: Fleet }) {
  return (
    <div className="flex flex-wrap gap-x-10 gap-y-3">
      <Stat label="Drives">
        <Link href="/drives" className="hover:underline">
          {formatCount(fleet.drives)}
        </Link>
      </Stat>
      <Stat label="Hosts">
        <Link href="/hosts" className="hover:underline">
          {formatCount(fleet.hosts)}
        </Link>
      </Stat>
      <Stat label="Drives needing attention">
        <Link href={urgentDrives(fleet)} className="hover:underline">
          {formatCount(fleet.drivesInNeedTotal)}
        </Link>
      </Stat>
      {fleet.contestedDrivesTotal > 0 ? (
        <Stat label="Contested drives">{formatCount(fleet.contestedDrivesTotal)}</Stat>
      ) : null}
      <Stat label="Hosts not reporting">
        <Link href="/hosts" className="hover:underline">
          {formatCount(fleet.silentHostsTotal)}
        </Link>
      </Stat>
    </div>
  );
}

/** The drives table with every verdict but the good one. */
function urgentDrives({ byVerdict }: Fleet): string {
  const verdicts = byVerdict.filter(({ verdict }) => verdict !== "good").map(({ verdict }) => verdict);
  return verdicts.length === 0 ? "/drives" : `/drives?verdict=${verdicts.join(",")}`;
}

function FirstHost() {
  const whyNot = useWhyNot("host.enroll");
  const face = (
    <>
      <Plus aria-hidden /> Add your first host
    </>
  );
  return (
    <EmptyState
      icon={Server}
      title="No hosts yet"
      action={
        whyNot === undefined ? (
          <Button asChild variant="primary">
            <Link href="/hosts?add=true">{face}</Link>
          </Button>
        ) : (
          <Button variant="primary" disabledReason={whyNot}>
            {face}
          </Button>
        )
      }
    >
      Generate a token, run one command on the host, and its drives appear with their health within a minute.
    </EmptyState>
  );
}
