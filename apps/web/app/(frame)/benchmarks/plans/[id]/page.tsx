import type { Metadata } from "next";
import { SavedPlanPage } from "@/features/plans/builder/saved-plan-page";
import { idOfPage, titled } from "@/server/object-page";
import { Hydrate, load, read, trpc } from "@/server/trpc";

interface PlanRouteProps {
  readonly params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: PlanRouteProps): Promise<Metadata> {
  const plan = await read(trpc.plan.get.queryOptions({ savedPlanId: await idOfPage(params) }));
  return titled(plan?.name);
}

export default async function PlanRoute({ params }: PlanRouteProps) {
  const savedPlanId = await idOfPage(params);
  await load(trpc.plan.get.queryOptions({ savedPlanId }));
  return (
    <Hydrate>
      <SavedPlanPage savedPlanId={savedPlanId} />
    </Hydrate>
  );
}
