import type { Metadata } from "next";
import { ThresholdsPage } from "@/features/settings/thresholds/thresholds-page";
import { Hydrate, load, trpc } from "@/server/trpc";

export const metadata: Metadata = { title: "Health thresholds" };

export default async function ThresholdsRoute() {
  await load(trpc.health.thresholds.queryOptions());
  return (
    <Hydrate>
      <ThresholdsPage />
    </Hydrate>
  );
}
