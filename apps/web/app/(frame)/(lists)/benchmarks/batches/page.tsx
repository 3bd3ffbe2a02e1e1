import type { Metadata } from "next";
import { Page } from "@/features/navigation/page";
import { BatchesList } from "@/features/runs/batches/batches-list";
import { BenchmarkTabs } from "@/features/runs/benchmark-tabs";
import { NewBenchmarkButton } from "@/features/runs/list/new-benchmark-button";

export const metadata: Metadata = { title: "Batches" };

export default function BatchesPage() {
  return (
    <Page
      crumbs={[{ name: "Benchmarks", href: "/benchmarks" }, { name: "Batches" }]}
      title="Batches"
      subtitle="One plan on many drives"
      actions={<NewBenchmarkButton many />}
    >
      <BenchmarkTabs />
      <BatchesList />
    </Page>
  );
}
