import type { Metadata } from "next";
import { Page } from "@/features/navigation/page";
import { BenchmarkTabs } from "@/features/runs/benchmark-tabs";
import { ImportResultsButton } from "@/features/runs/import/import-button";
import { NewBenchmarkButton } from "@/features/runs/list/new-benchmark-button";
import { RunsList } from "@/features/runs/list/runs-list";

export const metadata: Metadata = { title: "Benchmarks" };

export default function BenchmarksPage() {
  return (
    <Page
      crumbs={[{ name: "Benchmarks" }]}
      title="Benchmarks"
      actions={
        <>
          <ImportResultsButton />
          <NewBenchmarkButton />
        </>
      }
    >
      <BenchmarkTabs />
      <RunsList />
    </Page>
  );
}
