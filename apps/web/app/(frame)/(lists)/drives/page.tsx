import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { filterInput, listInput, loadDriveFilter } from "@/features/drives/list/drive-filter";
import { DrivesPage } from "@/features/drives/list/drives-page";
import { Hydrate, load, trpc } from "@/server/trpc";

export const metadata: Metadata = { title: "Drives" };

export default async function DrivesRoute({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const filter = await loadDriveFilter(searchParams);
  await Promise.all([
    load(trpc.drive.list.queryOptions(listInput(filter))),
    load(trpc.drive.facets.queryOptions(filterInput(filter))),
  ]);
  return (
    <Hydrate>
      <DrivesPage />
    </Hydrate>
  );
}
