import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { createLoader, type SearchParams } from "nuqs/server";
import { z } from "zod";
import { DrivePage } from "@/features/drives/detail/drive-page";
import { rangeParser } from "@/features/drives/detail/history-range";
import { Hydrate, load, trpc } from "@/server/trpc";

export const metadata: Metadata = { title: "Drive" };
const loadRange = createLoader({ range: rangeParser });

interface DriveRouteProps {
  readonly params: Promise<{ id: string }>;
  readonly searchParams: Promise<SearchParams>;
}

export default async function DriveRoute({ params, searchParams }: DriveRouteProps) {
  const driveId = z.uuid().safeParse((await params).id).data;
  if (driveId === undefined) notFound();
  const { range } = await loadRange(searchParams);
  await Promise.all([
    load(trpc.drive.get.queryOptions({ driveId })),
    load(trpc.drive.history.queryOptions({ driveId, range })),
    load(trpc.drive.control.list.queryOptions({ driveId })),
    load(trpc.run.list.queryOptions({ driveId, limit: 10 })),
  ]);
  return (
    <Hydrate>
      <DrivePage driveId={driveId} />
    </Hydrate>
  );
}
