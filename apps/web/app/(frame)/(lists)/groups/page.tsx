import type { Metadata } from "next";
import { GroupsPage } from "@/features/groups/groups-page";
import { Hydrate, load, trpc } from "@/server/trpc";

export const metadata: Metadata = { title: "Groups" };

export default async function GroupsRoute() {
  await load(trpc.group.list.queryOptions());
  return (
    <Hydrate>
      <GroupsPage />
    </Hydrate>
  );
}
