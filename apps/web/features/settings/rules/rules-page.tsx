"use client";

import { useQuery } from "@tanstack/react-query";
import { FilterX } from "lucide-react";
import Link from "next/link";
import { parseAsString, useQueryState } from "nuqs";
import { useTRPC } from "@/api/client";
import { ListSearch } from "@/features/navigation/list-search";
import { Page } from "@/features/navigation/page";
import { QueryError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Panel } from "@/ui/panel";
import { PanelSkeleton } from "@/ui/skeleton";
import { SettingsTabs } from "../settings-tabs";
import { RuleItem } from "./rule-item";
import { foundRules, type ListedRule } from "./rule-search";

/** Every rule that a verdict can come from: from where on it holds, what it means, what to do, and how that is known. */
export function RulesPage() {
  const [search, setSearch] = useQueryState("search", parseAsString.withDefault(""));
  const trpc = useTRPC();
  const { data: rules, error, refetch } = useQuery(trpc.health.rules.queryOptions());
  const { data: thresholds = [] } = useQuery(trpc.health.thresholds.queryOptions());
  const found = foundRules(rules ?? [], search);
  const judged = found.filter(({ needs }) => needs === undefined);
  const waiting = found.filter(({ needs }) => needs !== undefined);
  const setFor = (id: string) => thresholds.filter(({ rule }) => rule === id).length;
  return (
    <Page
      crumbs={[{ name: "Settings", href: "/settings" }, { name: "Health rules" }]}
      title="Health rules"
      subtitle="What a verdict can come from: from where on, what it means, what to do, and how that is known"
      actions={
        <Button asChild>
          <Link href="/settings/thresholds">Thresholds set here</Link>
        </Button>
      }
    >
      <SettingsTabs />
      {error ? <QueryError error={error} retry={() => void refetch()} /> : null}
      {rules === undefined && !error ? <PanelSkeleton className="h-96" /> : null}
      {rules === undefined ? null : (
        <ListSearch
          label="Search rules"
          placeholder="Rule, meaning, source"
          value={search}
          onSearch={(text, options) => void setSearch(text, options)}
        />
      )}
      {rules && found.length === 0 ? (
        <EmptyState
          icon={FilterX}
          title={`No results for “${search}”`}
          action={<Button onClick={() => void setSearch(null)}>Clear search</Button>}
        />
      ) : null}
      <Rules title="Judged" rules={judged} setFor={setFor} />
      <Rules title="Not judged yet: the facts are missing" rules={waiting} setFor={setFor} />
    </Page>
  );
}

interface RulesProps {
  readonly title: string;
  readonly rules: readonly ListedRule[];
  readonly setFor: (id: string) => number;
}

function Rules({ title, rules, setFor }: RulesProps) {
  if (rules.length === 0) return null;
  return (
    <Panel title={title} note={rules.length === 1 ? "1 rule" : `${rules.length} rules`} flush>
      <ul aria-label={title} className="divide-y">
        {rules.map((rule) => (
          <RuleItem key={rule.id} rule={rule} setFor={setFor(rule.id)} />
        ))}
      </ul>
    </Panel>
  );
}
