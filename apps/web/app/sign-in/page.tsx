import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { CentredPage } from "@/features/access/centred-page";
import { SignInForm } from "@/features/access/sign-in-form";
import { pageContext } from "@/server/context";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage() {
  const { actor } = await pageContext();
  if (actor.kind === "person") redirect("/fleet");
  return (
    <CentredPage title="Sign in">
      <SignInForm />
    </CentredPage>
  );
}
