import { hasSimulatedHosts } from "@crosspoint/services/host/has-simulated";
import type { Metadata } from "next";
import { SharedPage } from "@/features/compare/share/shared-page";
import { SimulatedNotice } from "@/features/navigation/simulated-notice";
import { runtime } from "@/server/runtime";

export const metadata: Metadata = {
  title: "Shared comparison",
  robots: { index: false, follow: false },
  referrer: "no-referrer",
};

interface SharedRouteProps {
  readonly params: Promise<{ token: string }>;
}

/** Outside the frame and without an account: the token in the address is all the right there is. */
export default async function SharedRoute({ params }: SharedRouteProps) {
  const { token } = await params;
  const simulated = await hasSimulatedHosts(runtime());
  return (
    <>
      {simulated ? <SimulatedNotice /> : null}
      <SharedPage token={token} />
    </>
  );
}
