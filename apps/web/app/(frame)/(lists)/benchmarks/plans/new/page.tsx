import type { Metadata } from "next";
import { createLoader, parseAsString, type SearchParams } from "nuqs/server";
import { Page } from "@/features/navigation/page";
import { NewPlan } from "@/features/plans/builder/new-plan";
import { savedPlanOf } from "@/features/plans/saved-plan-key";
import { Hydrate, load, trpc } from "@/server/trpc";

export const metadata: Metadata = { title: "New plan" };
const loadBeginning = createLoader({ from: parseAsString, draft: parseAsString });

export default async function NewPlanPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { from, draft } = await loadBeginning(searchParams);
  if (from !== null) {
    const saved = savedPlanOf(from);
    await (saved === undefined
      ? load(trpc.plan.builtIn.queryOptions({ planId: from }))
      : load(trpc.plan.get.queryOptions(saved)));
  }
  return (
    <Page
      crumbs={[
        { name: "Benchmarks", href: "/benchmarks" },
        { name: "Plans", href: "/benchmarks/plans" },
        { name: "New" },
      ]}
      title="New plan"
    >
      <Hydrate>
        <NewPlan from={from ?? undefined} draft={draft ?? undefined} />
      </Hydrate>
    </Page>
  );
}
