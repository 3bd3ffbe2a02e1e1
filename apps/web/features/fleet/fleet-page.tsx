"use client";

import { useQuery } from "@tanstack/react-query";
import { HardDrive, Plus, Server } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useTRPC } from "@/api/client";
import { useWhyNot } from "@/features/access/actor";
import { Page } from "@/features/navigation/page";
import { QueryError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { PanelSkeleton } from "@/ui/skeleton";
import { AttentionPanel } from "./attention/attention-panel";
import { ChangesPanel } from "./changes-panel";
import type { Fleet } from "./fleet";
import { HealthPanel } from "./health-panel";
import { SilenceBanner } from "./silence-banner";
import { answerOf } from "./summary";
import { Totals } from "./totals";
import { VerdictTiles } from "./verdict-tiles";

/** The library that draws is half of what the page would weigh: it comes once the rest stands. */
const ReadingsPanels = dynamic(() => import("./readings/readings-panels").then((module) => module.ReadingsPanels), {
  ssr: false,
  loading: () => <PanelSkeleton className="h-80" />,
});
const ReplacementsPanel = dynamic(
  () => import("./replacements/replacements-panel").then((module) => module.ReplacementsPanel),
  { ssr: false, loading: () => <PanelSkeleton className="h-96" /> },
);

/** The whole fleet: whether anything is wrong, what it is and what to do come first. */
export function FleetPage() {
  const { data: fleet, error, refetch } = useQuery(useTRPC().fleet.get.queryOptions());
  const isEmpty = fleet?.hosts === 0 && fleet.drives === 0;
  return (
    <Page
      crumbs={[{ name: "Fleet" }]}
      title="Fleet"
      subtitle={fleet && !isEmpty ? answerOf(fleet) : undefined}
      actions={fleet?.hosts === 1 ? <AddHost>Add another host</AddHost> : null}
    >
      {error && !fleet ? <QueryError error={error} retry={() => void refetch()} /> : null}
      {isEmpty ? <FirstHost /> : null}
      {fleet && !isEmpty ? (
        <>
          <SilenceBanner fleet={fleet} />
          <Totals fleet={fleet} />
          {fleet.drives > 0 ? <VerdictTiles fleet={fleet} /> : null}
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
      <ReadingsPanels />
      <div className="grid items-start gap-4 xl:grid-cols-[3fr_2fr]">
        <HealthPanel oneHost={fleet.hosts === 1} />
        <ChangesPanel />
      </div>
      <ReplacementsPanel />
    </>
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

function FirstHost() {
  return (
    <EmptyState icon={Server} title="No hosts yet" action={<AddHost primary>Add your first host</AddHost>}>
      Generate a token, run one command on the host, and its drives appear with their health within a minute.
    </EmptyState>
  );
}

function AddHost({ primary = false, children }: { readonly primary?: boolean; readonly children: string }) {
  const whyNot = useWhyNot("host.enroll");
  const variant = primary ? "primary" : "secondary";
  if (whyNot !== undefined) {
    return (
      <Button variant={variant} disabledReason={whyNot}>
        <Plus aria-hidden /> {children}
      </Button>
    );
  }
  return (
    <Button asChild variant={variant}>
      <Link href="/hosts?add=true">
        <Plus aria-hidden /> {children}
      </Link>
    </Button>
  );
}
