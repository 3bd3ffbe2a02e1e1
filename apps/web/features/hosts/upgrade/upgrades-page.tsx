"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { CircleArrowUp } from "lucide-react";
import { useTRPC } from "@/api/client";
import { RequestListPage } from "@/features/navigation/request-list-page";
import { isOpen, upgradeText } from "./upgrade-progress";

const pollMs = 2_000;

/** The last upgrades of agents, the newest first. */
export function UpgradesPage() {
  const { data } = useSuspenseQuery(
    useTRPC().host.upgrades.queryOptions(undefined, {
      refetchInterval: ({ state }) => (state.data?.some(({ states }) => isOpen(states)) ? pollMs : false),
    }),
  );
  return (
    <RequestListPage
      title="Agent upgrades"
      parent={{ name: "Hosts", href: "/hosts" }}
      crumb="Upgrades"
      note="the last 20"
      what="Version"
      rows={data.map((upgrade) => ({
        ...upgrade,
        href: `/hosts/upgrades/${upgrade.id}`,
        name: <span className="font-mono">{upgrade.version}</span>,
        progress: upgradeText(upgrade.states),
      }))}
      empty={{
        icon: CircleArrowUp,
        title: "No upgrades yet",
        action: "Select hosts",
        text: "Select hosts in the list, and upgrade their agents. None is ever upgraded by itself.",
      }}
    />
  );
}
