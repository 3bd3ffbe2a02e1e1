import type { Metadata } from "next";
import { createLoader, type SearchParams } from "nuqs/server";
import { z } from "zod";
import { Page } from "@/features/navigation/page";
import { LaunchForm } from "@/features/plans/launch-form";
import { launchParsers } from "@/features/plans/launch-url";
import { Hydrate, load, trpc } from "@/server/trpc";

export const metadata: Metadata = { title: "New benchmark" };
const loadChoice = createLoader(launchParsers);

/** Targets and plans are read before the page shows: nothing below them moves when they come. */
export default async function NewBenchmarkPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const driveId = z.uuid().safeParse((await loadChoice(searchParams)).drive).data;
  await Promise.all([
    load(trpc.plan.list.queryOptions()),
    load(trpc.plan.saved.queryOptions()),
    load(trpc.run.targets.queryOptions(driveId === undefined ? {} : { driveId })),
  ]);
  return (
    <Page crumbs={[{ name: "Benchmarks", href: "/benchmarks" }, { name: "New" }]} title="New benchmark">
      <Hydrate>
        <LaunchForm />
      </Hydrate>
    </Page>
  );
}
