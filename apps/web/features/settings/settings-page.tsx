"use client";

import { Database } from "lucide-react";
import Link from "next/link";
import { useActor } from "@/features/access/actor";
import { Page } from "@/features/navigation/page";
import { Button } from "@/ui/button";
import { PasswordPanel } from "./password-panel";
import { PeoplePanel } from "./people-panel";
import { SessionsPanel } from "./sessions-panel";

/** One's own sessions and password for everyone; the people for admins. */
export function SettingsPage() {
  const { name, email, role } = useActor();
  return (
    <Page
      crumbs={[{ name: "Settings" }]}
      title="Settings"
      subtitle={`Signed in as ${name} (${email}), ${role}`}
      actions={
        <Button asChild>
          <Link href="/settings/storage">
            <Database aria-hidden /> Storage
          </Link>
        </Button>
      }
    >
      <PeoplePanel />
      <SessionsPanel />
      <PasswordPanel />
    </Page>
  );
}
