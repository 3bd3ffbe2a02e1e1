import type { Metadata } from "next";
import { Page } from "@/features/navigation/page";
import { ImportButton } from "@/features/plans/library/import-dialog";
import { NewPlanButton } from "@/features/plans/library/new-plan-button";
import { PlanLibrary } from "@/features/plans/library/plan-library";
import { BenchmarkTabs } from "@/features/runs/benchmark-tabs";
import { Hydrate, load, trpc } from "@/server/trpc";

export const metadata: Metadata = { title: "Plans" };

export default async function PlansPage() {
  await Promise.all([load(trpc.plan.list.queryOptions()), load(trpc.plan.saved.queryOptions())]);
  return (
    <Page
      crumbs={[{ name: "Benchmarks", href: "/benchmarks" }, { name: "Plans" }]}
      title="Plans"
      subtitle="What benchmarks do, step by step"
      actions={
        <>
          <ImportButton />
          <NewPlanButton />
        </>
      }
    >
      <BenchmarkTabs />
      <Hydrate>
        <PlanLibrary />
      </Hydrate>
    </Page>
  );
}
