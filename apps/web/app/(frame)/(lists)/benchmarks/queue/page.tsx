import type { Metadata } from "next";
import { Page } from "@/features/navigation/page";
import { BenchmarkTabs } from "@/features/runs/benchmark-tabs";
import { NewBenchmarkButton } from "@/features/runs/list/new-benchmark-button";
import { QueueList } from "@/features/runs/queue/queue-list";
import { Hydrate, load, trpc } from "@/server/trpc";

export const metadata: Metadata = { title: "Queue" };

export default async function QueuePage() {
  await load(trpc.run.queue.queryOptions({}));
  return (
    <Page
      crumbs={[{ name: "Benchmarks", href: "/benchmarks" }, { name: "Queue" }]}
      title="Queue"
      subtitle="Runs that are under way or waiting, by host"
      actions={<NewBenchmarkButton />}
    >
      <BenchmarkTabs />
      <Hydrate>
        <QueueList />
      </Hydrate>
    </Page>
  );
}
