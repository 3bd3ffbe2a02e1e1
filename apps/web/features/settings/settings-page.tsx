"use client";

import { useActor } from "@/features/access/actor";
import { Page } from "@/features/navigation/page";
import { ApiTokensPanel } from "./api-tokens-panel";
import { PasswordPanel } from "./password-panel";
import { PeoplePanel } from "./people-panel";
import { SessionsPanel } from "./sessions-panel";
import { SettingsTabs } from "./settings-tabs";

/** One's own sessions, API tokens and password for everyone; the people for admins. */
export function SettingsPage() {
  const { name, email, role } = useActor();
  return (
    <Page crumbs={[{ name: "Settings" }]} title="Settings" subtitle={`Signed in as ${name} (${email}), ${role}`}>
      <SettingsTabs />
      <PeoplePanel />
      <SessionsPanel />
      <ApiTokensPanel />
      <PasswordPanel />
    </Page>
  );
}
