import type { Metadata } from "next";
import { HostPage } from "@/features/hosts/detail/host-page";
import { idOfPage, titled } from "@/server/object-page";
import { Hydrate, load, read, trpc } from "@/server/trpc";

interface HostRouteProps {
  readonly params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: HostRouteProps): Promise<Metadata> {
  const host = await read(trpc.host.get.queryOptions({ hostId: await idOfPage(params) }));
  return titled(host?.hostname);
}

export default async function HostRoute({ params }: HostRouteProps) {
  const hostId = await idOfPage(params);
  await Promise.all([
    load(trpc.host.get.queryOptions({ hostId })),
    load(trpc.run.list.queryOptions({ hostId, limit: 10 })),
  ]);
  return (
    <Hydrate>
      <HostPage hostId={hostId} />
    </Hydrate>
  );
}
