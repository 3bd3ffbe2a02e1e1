import type { Metadata } from "next";
import { createLoader, type SearchParams } from "nuqs/server";
import { DrivePage } from "@/features/drives/detail/drive-page";
import { rangeParser } from "@/features/drives/detail/history-range";
import { idOfPage, titled } from "@/server/object-page";
import { Hydrate, load, read, trpc } from "@/server/trpc";

const loadRange = createLoader({ range: rangeParser });

interface DriveRouteProps {
  readonly params: Promise<{ id: string }>;
  readonly searchParams: Promise<SearchParams>;
}

export async function generateMetadata({ params }: DriveRouteProps): Promise<Metadata> {
  const drive = await read(trpc.drive.get.queryOptions({ driveId: await idOfPage(params) }));
  return titled(drive && `${drive.catalogModel?.name ?? drive.model} ${drive.serial}`);
}

export default async function DriveRoute({ params, searchParams }: DriveRouteProps) {
  const driveId = await idOfPage(params);
  const { range } = await loadRange(searchParams);
  await Promise.all([
    load(trpc.drive.get.queryOptions({ driveId })),
    load(trpc.drive.figures.queryOptions({ driveId })),
    load(trpc.health.wear.queryOptions({ driveId })),
    load(trpc.drive.history.queryOptions({ driveId, range })),
    load(trpc.lifecycle.get.queryOptions({ driveId })),
    load(trpc.drive.control.list.queryOptions({ driveId })),
    load(trpc.run.list.queryOptions({ driveId, limit: 10 })),
  ]);
  return (
    <Hydrate>
      <DrivePage driveId={driveId} />
    </Hydrate>
  );
}
