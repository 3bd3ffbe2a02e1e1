import type { Metadata } from "next";
import { StoragePage } from "@/features/settings/storage/storage-page";
import { Hydrate, load, trpc } from "@/server/trpc";

export const metadata: Metadata = { title: "Storage" };

export default async function StorageRoute() {
  await load(trpc.storage.get.queryOptions());
  return (
    <Hydrate>
      <StoragePage />
    </Hydrate>
  );
}
