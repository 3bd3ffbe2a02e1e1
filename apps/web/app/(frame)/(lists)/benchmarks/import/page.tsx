import type { Metadata } from "next";
import { Page } from "@/features/navigation/page";
import { ImportResults } from "@/features/runs/import/import-results";

export const metadata: Metadata = { title: "Import results" };

export default function ImportResultsPage() {
  return (
    <Page crumbs={[{ name: "Benchmarks", href: "/benchmarks" }, { name: "Import results" }]} title="Import results">
      <ImportResults />
    </Page>
  );
}
