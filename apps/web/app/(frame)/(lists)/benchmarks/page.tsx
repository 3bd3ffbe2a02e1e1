import { ListOrdered } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { Page } from "@/features/navigation/page";
import { NewBenchmarkButton } from "@/features/runs/list/new-benchmark-button";
import { RunsList } from "@/features/runs/list/runs-list";
import { Button } from "@/ui/button";

export const metadata: Metadata = { title: "Benchmarks" };

export default function BenchmarksPage() {
  return (
    <Page
      crumbs={[{ name: "Benchmarks" }]}
      title="Benchmarks"
      actions={
        <>
          <Button asChild>
            <Link href="/benchmarks/queue">
              <ListOrdered aria-hidden /> Queue
            </Link>
          </Button>
          <NewBenchmarkButton />
        </>
      }
    >
      <RunsList />
    </Page>
  );
}
