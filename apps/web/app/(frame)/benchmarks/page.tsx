import type { Metadata } from "next";
import { NewBenchmarkButton, RunsList } from "@/features/benchmarks/runs-page";
import { Page } from "@/features/navigation/page";

export const metadata: Metadata = { title: "Benchmarks" };

export default function BenchmarksPage() {
  return (
    <Page crumbs={[{ name: "Benchmarks" }]} title="Benchmarks" actions={<NewBenchmarkButton />}>
      <RunsList />
    </Page>
  );
}
