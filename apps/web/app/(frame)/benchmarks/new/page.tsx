import type { Metadata } from "next";
import { LaunchForm } from "@/features/benchmarks/launch/launch-form";
import { Page } from "@/features/navigation/page";

export const metadata: Metadata = { title: "New benchmark" };

export default function NewBenchmarkPage() {
  return (
    <Page crumbs={[{ name: "Benchmarks", href: "/benchmarks" }, { name: "New" }]} title="New benchmark">
      <LaunchForm />
    </Page>
  );
}
