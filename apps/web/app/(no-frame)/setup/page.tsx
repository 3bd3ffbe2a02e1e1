import { checkSetupLink, type SetupLinkState } from "@crosspoint/services/access/check-setup-link";
import type { Metadata } from "next";
import Link from "next/link";
import { CenteredPage } from "@/features/access/centered-page";
import { SetupForm } from "@/features/access/setup-form";
import { pageContext } from "@/server/context";
import { orLater } from "@/server/or-later";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";

export const metadata: Metadata = { title: "Set up", referrer: "no-referrer" };

const refusals: Record<Exclude<SetupLinkState, "open">, string> = {
  unknown: "Invalid setup link",
  used: "This setup link has been used",
  expired: "This setup link has expired",
  notNeeded: "An admin already exists",
};

export default async function SetupPage({ searchParams }: { searchParams: Promise<{ token?: string | string[] }> }) {
  const { token } = await searchParams;
  if (typeof token !== "string") return <Refused state="unknown" />;
  const state = await orLater(checkSetupLink(await pageContext(), token));
  if (state !== "open") return <Refused state={state} />;
  return (
    <CenteredPage title="Welcome to Crosspoint">
      <SetupForm token={token} />
    </CenteredPage>
  );
}

function Refused({ state }: { state: Exclude<SetupLinkState, "open"> }) {
  return (
    <CenteredPage title="Set up">
      <Banner tone="watch" title={refusals[state]}>
        While there is no admin, <code className="font-mono">npm start</code> prints a new link. If there is one, sign
        in.
      </Banner>
      <Button asChild className="mt-4 w-full">
        <Link href="/sign-in">Sign in</Link>
      </Button>
    </CenteredPage>
  );
}
