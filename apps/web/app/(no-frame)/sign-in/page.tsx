import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { pageToReturnTo, type SignedOutReason, signedOutReason } from "@/api/sign-in-address";
import { CenteredPage } from "@/features/access/centered-page";
import { SignInForm } from "@/features/access/sign-in-form";
import { pageContext } from "@/server/context";
import { Banner } from "@/ui/banner";

export const metadata: Metadata = { title: "Sign in" };

/** What a page says of itself where a session ended under it. */
const reasonTitles: Record<SignedOutReason, string> = { ended: "You were signed out" };

interface SignInRouteProps {
  readonly searchParams: Promise<{ to?: string | string[]; why?: string | string[] }>;
}

export default async function SignInPage({ searchParams }: SignInRouteProps) {
  const { to, why } = await searchParams;
  const page = pageToReturnTo([to].flat()[0]);
  const { actor } = await pageContext();
  if (actor.kind === "person") redirect(page);
  const reason = signedOutReason(why);
  return (
    <CenteredPage title="Sign in">
      {reason === undefined ? null : (
        <div className="mb-4">
          <Banner tone="info" title={reasonTitles[reason]}>
            Your session expired, or it was ended in the settings or by an admin. Sign in to continue.
          </Banner>
        </div>
      )}
      <SignInForm page={page} />
    </CenteredPage>
  );
}
