import type { Metadata } from "next";
import { Page } from "@/features/navigation/page";
import { LaunchForm } from "@/features/plans/launch-form";

export const metadata: Metadata = { title: "New benchmark" };

export default function NewBenchmarkPage() {
  return (
    <Page crumbs={[{ name: "Benchmarks", href: "/benchmarks" }, { name: "New" }]} title="New benchmark">
      <LaunchForm />
    </Page>
  );
}
