import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { HostPage } from "@/features/hosts/detail/host-page";
import { Hydrate, load, trpc } from "@/server/trpc";

export const metadata: Metadata = { title: "Host" };

export default async function HostRoute({ params }: { params: Promise<{ id: string }> }) {
  const hostId = z.uuid().safeParse((await params).id).data;
  if (hostId === undefined) notFound();
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
