import { hasRight } from "@crosspoint/services";
import type { Metadata } from "next";
import { SettingsPage } from "@/features/settings/settings-page";
import { pageContext } from "@/server/context";
import { Hydrate, load, trpc } from "@/server/trpc";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsRoute() {
  const { actor } = await pageContext();
  if (hasRight(actor, "access.manage")) await load(trpc.access.people.queryOptions());
  await load(trpc.access.sessions.queryOptions());
  return (
    <Hydrate>
      <SettingsPage />
    </Hydrate>
  );
}
