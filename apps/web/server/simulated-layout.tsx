import "server-only";
import { hasSimulatedHosts } from "@crosspoint/services/host/has-simulated";
import type { ReactNode } from "react";
import { SimulatedNotice } from "@/features/navigation/simulated-notice";
import { pageContext } from "./context";
import { orLater } from "./or-later";

/** Of the pages before the frame: whoever has not signed in is told that hosts are simulated, too. */
export async function SimulatedLayout({ children }: { children: ReactNode }) {
  const simulated = await orLater(hasSimulatedHosts(await pageContext()));
  return (
    <>
      {simulated ? <SimulatedNotice /> : null}
      {children}
    </>
  );
}
