import { checkPasswordLink, type PasswordLinkState } from "@crosspoint/services/access/check-password-link";
import type { Metadata } from "next";
import Link from "next/link";
import { CenteredPage } from "@/features/access/centered-page";
import { NewPasswordForm } from "@/features/access/new-password-form";
import { pageContext } from "@/server/context";
import { orLater } from "@/server/or-later";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";

export const metadata: Metadata = { title: "New password", referrer: "no-referrer" };

const refusals: Record<Exclude<PasswordLinkState["kind"], "open">, string> = {
  unknown: "Invalid password link",
  used: "This link has been used",
  expired: "This link has expired",
};

export default async function PasswordPage({ searchParams }: { searchParams: Promise<{ token?: string | string[] }> }) {
  const { token } = await searchParams;
  if (typeof token !== "string") return <Refused kind="unknown" />;
  const state = await orLater(checkPasswordLink(await pageContext(), token));
  if (state.kind !== "open") return <Refused kind={state.kind} />;
  return (
    <CenteredPage title="Choose a new password">
      <NewPasswordForm token={token} email={state.email} />
    </CenteredPage>
  );
}

function Refused({ kind }: { kind: keyof typeof refusals }) {
  return (
    <CenteredPage title="New password">
      <Banner tone="watch" title={refusals[kind]}>
        Ask an admin for a new one.
      </Banner>
      <Button asChild className="mt-4 w-full">
        <Link href="/sign-in">Sign in</Link>
      </Button>
    </CenteredPage>
  );
}
