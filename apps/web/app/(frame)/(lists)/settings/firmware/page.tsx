import type { Metadata } from "next";
import { FirmwarePage } from "@/features/settings/firmware/firmware-page";
import { Hydrate, load, trpc } from "@/server/trpc";

export const metadata: Metadata = { title: "Firmware notices" };

export default async function FirmwareRoute() {
  await load(trpc.health.firmwareAdvice.queryOptions());
  return (
    <Hydrate>
      <FirmwarePage />
    </Hydrate>
  );
}
