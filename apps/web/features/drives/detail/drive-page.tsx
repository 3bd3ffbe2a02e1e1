"use client";

import { useQuery } from "@tanstack/react-query";
import { Gauge } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { useTRPC } from "@/api/client";
import { useWhyNot } from "@/features/access/actor";
import { Page } from "@/features/navigation/page";
import { QueryError } from "@/features/navigation/page-error";
import { RemoveDriveButton } from "@/features/removal/remove-drive-button";
import { RunsPanel } from "@/features/runs/runs-panel";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { CopyButton } from "@/ui/copy-button";
import { Details } from "@/ui/details";
import { HealthBadge } from "@/ui/status";
import { RelativeTime } from "@/ui/time";
import { ConformancePanel } from "../conformance/conformance-panel";
import { ControlsPanel } from "../control/controls-panel";
import type { DriveDetail } from "../drive-detail";
import { LifecycleBanners } from "../lifecycle/lifecycle-banners";
import { LifecyclePanel } from "../lifecycle/lifecycle-panel";
import { ThresholdsPanel } from "../thresholds/thresholds-panel";
import { TrendPanel } from "../trend/trend-panel";
import { WearPanel } from "../wear/wear-panel";
import { ClaimsBanners } from "./claims-banners";
import { ConditionsPanel } from "./conditions-panel";
import { ErrorLogPanel, SelfTestPanel } from "./error-log-panel";
import { FindingsPanel } from "./findings-panel";
import { FirmwarePanel } from "./firmware-panel";
import { HistoryPanel } from "./history-panel";
import { IdentityPanel } from "./identity-panel";
import { KeyFigures } from "./key-figures";
import { NamespacesPanel } from "./namespaces-panel";
import { PlacePanel } from "./place-panel";
import { PowerStatesPanel } from "./power-states-panel";
import { SightingsPanel } from "./sightings-panel";
import { SmartPanel } from "./smart-panel";
import { ThermalPanel } from "./thermal-panel";
import { VendorLogPanel } from "./vendor-log-panel";

export function DrivePage({ driveId }: { driveId: string }) {
  const { data: drive, error, refetch } = useQuery(useTRPC().drive.get.queryOptions({ driveId }));
  if (!drive) {
    return (
      <Page crumbs={[{ name: "Drives", href: "/drives" }]} title="Drive">
        {error ? <QueryError error={error} retry={() => void refetch()} /> : null}
      </Page>
    );
  }
  const { details } = drive;
  return (
    <Page
      crumbs={[{ name: "Drives", href: "/drives" }, { name: drive.serial }]}
      title={drive.catalogModel?.name ?? drive.model}
      status={<HealthBadge status={drive.verdict} />}
      subtitle={<Subtitle drive={drive} />}
      actions={
        <>
          <RemoveDriveButton drive={drive} />
          <BenchmarkButton driveId={driveId} />
        </>
      }
    >
      <KeyFigures drive={drive} />
      <ProblemBanner drive={drive} />
      <LifecycleBanners driveId={driveId} />
      <ConditionsPanel drive={drive} />
      <FindingsPanel drive={drive} />
      <HistoryPanel drive={drive} />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <WearPanel driveId={driveId} />
        <Column>
          <IdentityPanel drive={drive} />
          <PlacePanel drive={drive} />
        </Column>
      </div>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(28rem,2fr)_3fr]">
        <Column>
          <SmartPanel drive={drive} />
          <div className="grid min-w-0 gap-4 max-xl:order-last">
            <ThermalPanel drive={drive} />
            {details ? <FirmwarePanel details={details} /> : null}
            {details?.vendorLogs.map((log) => (
              <VendorLogPanel key={log.identifier} log={log} />
            ))}
          </div>
        </Column>
        <Column>
          <TrendPanel driveId={driveId} />
          <ConformancePanel driveId={driveId} />
          <RunsPanel driveId={driveId} />
          <NamespacesPanel drive={drive} />
          <PowerStatesPanel drive={drive} />
          <ControlsPanel drive={drive} />
          {details ? <ErrorLogPanel details={details} /> : null}
          {details ? <SelfTestPanel details={details} /> : null}
          <ThresholdsPanel drive={drive} openRules={drive.conditions.map(({ rule }) => rule)} />
          <LifecyclePanel drive={drive} />
          <SightingsPanel drive={drive} />
        </Column>
      </div>
    </Page>
  );
}

/** Each column is as long as it is, so that a panel that grows moves nothing beside it; one column where there is no room. */
function Column({ children }: { children: ReactNode }) {
  return <div className="grid min-w-0 gap-4 max-xl:contents">{children}</div>;
}

function Subtitle({ drive }: { drive: DriveDetail }) {
  return (
    <span className="flex flex-wrap items-center gap-x-1.5">
      {drive.catalogModel ? <span className="mr-2">{drive.model}</span> : null}
      <span className="font-mono text-text">{drive.serial}</span>
      <CopyButton text={drive.serial} what="serial" />
      {drive.place ? (
        <span>
          {drive.place.controllerName} on{" "}
          <Link href={`/hosts/${drive.place.hostId}`} className="text-accent underline underline-offset-2">
            {drive.place.hostname}
          </Link>
        </span>
      ) : (
        <span>
          not in any host, last seen <LastPlace drive={drive} />
        </span>
      )}
    </span>
  );
}

/** "in storage-02, 3 minutes ago": where to look for a drive that is gone. */
function LastPlace({ drive: { lastPlace, lastSeenAt } }: { drive: DriveDetail }) {
  if (lastPlace === undefined) return <RelativeTime time={lastSeenAt} />;
  const { hostId, hostname, until } = lastPlace;
  return (
    <>
      in{" "}
      {hostId === undefined ? (
        <span className="text-text">{hostname} (removed)</span>
      ) : (
        <Link href={`/hosts/${hostId}`} className="text-accent underline underline-offset-2">
          {hostname}
        </Link>
      )}
      , <RelativeTime time={until} />
    </>
  );
}

function BenchmarkButton({ driveId }: { driveId: string }) {
  const whyNot = useWhyNot("benchmark.launch");
  const face = (
    <>
      <Gauge aria-hidden /> Benchmark this drive
    </>
  );
  if (whyNot !== undefined) {
    return (
      <Button variant="primary" disabledReason={whyNot}>
        {face}
      </Button>
    );
  }
  return (
    <Button asChild variant="primary">
      <Link href={`/benchmarks/new?drive=${driveId}`}>{face}</Link>
    </Button>
  );
}

/** What cannot be read, what stands in the way, and what to do: the rest of the page shows what was known before. */
function ProblemBanner({ drive }: { drive: DriveDetail }) {
  const { problem, problemSince, place } = drive;
  return (
    <>
      {place?.hostWord.kind === "silent" ? (
        <Banner tone="watch" title={`${place.hostname} is not reporting`}>
          {place.hostWord.since === undefined ? (
            "Its agent has enrolled and has never reported."
          ) : (
            <>
              Its agent last reported <RelativeTime time={place.hostWord.since} />. This page shows data from before.
              Check that the host is up and its agent is running:{" "}
              <code className="font-mono">systemctl status crosspoint-agent</code>.
            </>
          )}
        </Banner>
      ) : null}
      <ClaimsBanners drive={drive} />
      {problem ? (
        <Banner tone={problem.kind === "notResponding" ? "failed" : "watch"} title={problem.text}>
          {problem.remedy}
          {problemSince ? (
            <span className="text-muted">
              {" "}
              Since <RelativeTime time={problemSince} />.
            </span>
          ) : null}
          <Details>{problem.detail}</Details>
        </Banner>
      ) : null}
    </>
  );
}
