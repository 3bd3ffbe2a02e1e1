"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTRPC } from "@/api/client";
import { Page } from "@/features/navigation/page";
import { PageError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { PanelSkeleton } from "@/ui/skeleton";
import { RelativeTime } from "@/ui/time";
import { DeletePlanButton } from "../delete-plan-button";
import { newPlanAddress } from "../draft-address";
import { savedPlanKey } from "../saved-plan-key";
import { LazyBuilder } from "./lazy-builder";

/** A saved plan in its newest version, to be looked at and edited. */
export function SavedPlanPage({ savedPlanId }: { savedPlanId: string }) {
  const { data: detail, error, refetch } = useQuery(useTRPC().plan.get.queryOptions({ savedPlanId }));
  const router = useRouter();
  if (error) return <PageError error={error as unknown as Error} retry={() => void refetch()} />;
  if (detail === undefined) return <PanelSkeleton className="m-6 h-96" />;
  const [newest] = detail.versions;
  const { schedules } = detail;
  return (
    <Page
      crumbs={[
        { name: "Benchmarks", href: "/benchmarks" },
        { name: "Plans", href: "/benchmarks/plans" },
        { name: detail.name },
      ]}
      title={detail.name}
      subtitle={
        <>
          Version {detail.version}
          {newest === undefined ? null : (
            <>
              , saved by {newest.savedBy} <RelativeTime time={newest.savedAt} />
            </>
          )}
          {schedules.length === 0 ? "" : `, used by ${schedules.map(({ name }) => name).join(", ")}`}
        </>
      }
      actions={
        <>
          <Button asChild>
            <Link href={newPlanAddress(savedPlanKey(detail.id, detail.version))}>Start from this</Link>
          </Button>
          <DeletePlanButton
            plan={{ id: detail.id, name: detail.name, versions: detail.versions.length, schedules }}
            onDeleted={() => router.replace("/benchmarks/plans")}
          />
        </>
      }
    >
      <LazyBuilder key={detail.id} origin={{ kind: "saved", detail }} />
    </Page>
  );
}
