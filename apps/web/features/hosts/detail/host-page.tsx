"use client";

import { formatCount } from "@crosspoint/domain";
import { useMutation, useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useTRPC } from "@/api/client";
import { refusalOf } from "@/api/refusal";
import { useWhyNot } from "@/features/access/actor";
import { Page } from "@/features/navigation/page";
import { QueryError } from "@/features/navigation/page-error";
import { RemoveHostButton } from "@/features/removal/remove-host-button";
import { RunsPanel } from "@/features/runs/runs-panel";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { RelativeTime } from "@/ui/time";
import { toast } from "@/ui/toast";
import { ClockSkew } from "../clock-skew";
import type { HostDetail } from "../host-detail";
import { HostStateBadge } from "../host-state";
import { PlacePanel } from "../place/place-panel";
import { UpgradeButton } from "../upgrade/upgrade-button";
import { CommandsPanel } from "./commands-panel";
import { EnvironmentPanel } from "./environment-panel";
import { HostClaimsPanel } from "./host-claims-panel";
import { HostDrivesPanel } from "./host-drives-panel";
import { HostFindingsPanel } from "./host-findings-panel";
import { PolicyPanel } from "./policy-panel";
import { RevokeKeyButton } from "./revoke-key-button";
import { ScratchFilesPanel } from "./scratch-files-panel";
import { VolumesPanel } from "./volumes-panel";

export function HostPage({ hostId }: { hostId: string }) {
  const { data: host, error, refetch } = useQuery(useTRPC().host.get.queryOptions({ hostId }));
  if (!host) {
    return (
      <Page crumbs={[{ name: "Hosts", href: "/hosts" }]} title="Host">
        {error ? <QueryError error={error} retry={() => void refetch()} /> : null}
      </Page>
    );
  }
  return (
    <Page
      crumbs={[{ name: "Hosts", href: "/hosts" }, { name: host.hostname }]}
      title={host.hostname}
      status={<HostStateBadge host={host} />}
      subtitle={
        host.lastSeenAt ? (
          <>
            last report <RelativeTime time={host.lastSeenAt} />, agent {host.agentVersion}
          </>
        ) : (
          `agent ${host.agentVersion}`
        )
      }
      actions={
        <>
          <CollectNowButton host={host} />
          <UpgradeButton hostIds={[host.id]} />
          <RevokeKeyButton host={host} />
          <RemoveHostButton host={host} />
        </>
      }
    >
      <Warnings host={host} />
      <HostDrivesPanel host={host} />
      <VolumesPanel host={host} />
      <HostClaimsPanel host={host} />
      <HostFindingsPanel host={host} />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <EnvironmentPanel host={host} />
        <div className="grid gap-4">
          <PlacePanel host={host} />
          <PolicyPanel host={host} />
          <ScratchFilesPanel host={host} />
          <CommandsPanel host={host} />
        </div>
      </div>
      <RunsPanel hostId={hostId} />
    </Page>
  );
}

function CollectNowButton({ host }: { host: HostDetail }) {
  const whyNot = useWhyNot("host.collectNow");
  const collect = useMutation(
    useTRPC().host.collectNow.mutationOptions({
      onSuccess: () => toast.success(`${host.hostname} is reading all of its drives now.`),
      onError: (error) => toast.error(refusalOf(error).message, { description: refusalOf(error).remedy }),
    }),
  );
  return (
    <Button disabledReason={whyNot} busy={collect.isPending} onClick={() => collect.mutate({ hostId: host.id })}>
      <RefreshCw aria-hidden /> Collect now
    </Button>
  );
}

function Warnings({ host }: { host: HostDetail }) {
  const { environment, word, keyRevokedAt } = host;
  return (
    <>
      {keyRevokedAt ? (
        <Banner tone="info" title="This host's key is revoked">
          Its agent is refused. To admit it again, generate a token under Hosts and run the command shown there.
        </Banner>
      ) : word.kind === "silent" ? (
        <Banner
          tone="watch"
          title={word.since === undefined ? "The agent has never reported" : "The host is not reporting"}
        >
          Check that the host is up and the agent is running:{" "}
          <code className="font-mono">systemctl status crosspoint-agent</code>.
          {word.since === undefined ? null : " Samples taken meanwhile wait on the host and arrive later."}
        </Banner>
      ) : null}
      {host.clockSkewed ? (
        <Banner tone="watch" title="The clock of this host is off">
          <ClockSkew host={host} />. Its samples have wrong times. Synchronize it with NTP or chrony.
        </Banner>
      ) : null}
      {environment && environment.nvmeCliVersion === undefined ? (
        <Banner tone="watch" title="nvme-cli is not installed on this host">
          Without it drives can be listed but not read. Install the package nvme-cli and press “Collect now”.
        </Banner>
      ) : null}
      {environment && environment.eventsDropped > 0 ? (
        <Banner tone="watch" title={`${formatCount(environment.eventsDropped)} events were dropped`}>
          The host's history has gaps: the agent's spool was full while the server was away, or the disk damaged part of
          it. <code className="font-mono">crosspoint-agent status</code> on the host says which.
        </Banner>
      ) : null}
      {environment?.eventsRefused ? (
        <Banner tone="watch" title={`${formatCount(environment.eventsRefused)} events were refused by the server`}>
          They are not stored here. The host keeps the last of them with the reasons in{" "}
          <code className="font-mono">/var/lib/crosspoint/refused.jsonl</code>.
        </Banner>
      ) : null}
    </>
  );
}
