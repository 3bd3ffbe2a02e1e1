import type { Metadata } from "next";
import { NotFoundPage } from "@/features/navigation/not-found-page";

export const metadata: Metadata = { title: "Plan not found" };

export default function PlanNotFoundRoute() {
  return (
    <NotFoundPage
      title="Plan not found"
      subtitle="The address may be mistyped, or someone deleted the plan. Search for another one."
      list={{ name: "Plans", href: "/benchmarks/plans" }}
      searchBy="Name, publisher, workload or person"
    />
  );
}
