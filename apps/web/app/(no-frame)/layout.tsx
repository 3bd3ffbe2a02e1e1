import { hasSimulatedHosts } from "@crosspoint/services/host/has-simulated";
import { connection } from "next/server";
import { type ReactNode, Suspense } from "react";
import { SimulatedNotice } from "@/features/navigation/simulated-notice";
import { runtime } from "@/server/runtime";

/** Of the pages before the frame: whoever has not signed in is told that hosts are simulated, too. */
export default function NoFrameLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <Suspense>
        <NoticeOfSimulated />
      </Suspense>
      {children}
    </>
  );
}

/** The sign-in page is there while the database is away, and waits for nothing. */
async function NoticeOfSimulated() {
  await connection();
  const simulated = await hasSimulatedHosts(runtime()).catch(() => false);
  return simulated ? <SimulatedNotice /> : null;
}
