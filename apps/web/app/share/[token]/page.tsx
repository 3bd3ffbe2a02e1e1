import type { Metadata } from "next";
import { SharedPage } from "@/features/compare/share/shared-page";

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
  return <SharedPage token={token} />;
}
