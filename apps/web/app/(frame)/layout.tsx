import { hasSimulatedHosts } from "@crosspoint/services/host/has-simulated";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { LiveProvider } from "@/api/live";
import { ActorProvider } from "@/features/access/actor";
import { CommandPaletteProvider } from "@/features/navigation/command-palette";
import { railCookie } from "@/features/navigation/pages";
import { Rail } from "@/features/navigation/rail";
import { SimulatedNotice } from "@/features/navigation/simulated-notice";
import { pageContext, requirePerson } from "@/server/context";

/** The page beside this layout may have begun to read before it. */
const pageAheadMs = 5000;

export default async function FrameLayout({ children }: { children: ReactNode }) {
  const actor = await requirePerson();
  const collapsed = (await cookies()).get(railCookie)?.value === "collapsed";
  const simulated = await hasSimulatedHosts(await pageContext());
  const pageMadeMs = Date.now() - pageAheadMs;
  return (
    <ActorProvider actor={actor}>
      <LiveProvider pageMadeMs={pageMadeMs}>
        <CommandPaletteProvider>
          <a
            href="#main"
            className="sr-only z-50 rounded-md bg-surface p-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
          >
            Skip to the page
          </a>
          <div className="flex min-h-dvh">
            <Rail initiallyCollapsed={collapsed} />
            <div className="min-w-0 flex-1">
              {simulated ? <SimulatedNotice /> : null}
              {children}
            </div>
          </div>
        </CommandPaletteProvider>
      </LiveProvider>
    </ActorProvider>
  );
}
