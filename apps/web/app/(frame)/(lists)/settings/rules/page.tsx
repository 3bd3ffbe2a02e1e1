import type { Metadata } from "next";
import { RulesPage } from "@/features/settings/rules/rules-page";
import { Hydrate, load, trpc } from "@/server/trpc";

export const metadata: Metadata = { title: "Health rules" };

export default async function RulesRoute() {
  await Promise.all([load(trpc.health.rules.queryOptions()), load(trpc.health.thresholds.queryOptions())]);
  return (
    <Hydrate>
      <RulesPage />
    </Hydrate>
  );
}
