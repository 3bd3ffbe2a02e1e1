import type { Metadata } from "next";
import { GroupPage } from "@/features/groups/group-page";
import { idOfPage, titled } from "@/server/object-page";
import { Hydrate, load, loadInfinite, read, trpc } from "@/server/trpc";

interface GroupRouteProps {
  readonly params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: GroupRouteProps): Promise<Metadata> {
  const group = await read(trpc.group.get.queryOptions({ groupId: await idOfPage(params) }));
  return titled(group?.name);
}

export default async function GroupRoute({ params }: GroupRouteProps) {
  const groupId = await idOfPage(params);
  await Promise.all([
    load(trpc.group.get.queryOptions({ groupId })),
    loadInfinite(trpc.group.drives.infiniteQueryOptions({ groupId }, { getNextPageParam: (page) => page.nextCursor })),
  ]);
  return (
    <Hydrate>
      <GroupPage groupId={groupId} />
    </Hydrate>
  );
}
