import { hasSimulatedHosts } from "@crosspoint/services/host/has-simulated";
import type { ReactNode } from "react";
import { SimulatedNotice } from "@/features/navigation/simulated-notice";
import { pageContext } from "@/server/context";
import { orLater } from "@/server/or-later";

/** Of the pages before the frame: whoever has not signed in is told that hosts are simulated, too. */
export default async function NoFrameLayout({ children }: { children: ReactNode }) {
  const simulated = await orLater(hasSimulatedHosts(await pageContext()));
  return (
    <>
      {simulated ? <SimulatedNotice /> : null}
      {children}
    </>
  );
}
