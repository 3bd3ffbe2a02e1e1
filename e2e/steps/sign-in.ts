import { expect, type Page } from "@playwright/test";
import { waitingUntilTakenOver } from "./taken-over.ts";

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Signs in as a person does, and waits for the fleet. Whatever this page goes to afterwards is waited for until its scripts have taken it over. */
export async function signIn(page: Page, { email, password }: Credentials): Promise<void> {
  await waitingUntilTakenOver(page).goto("/sign-in");
  await expect(async () => {
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    // Committed is enough: a busy machine may take longer to load all of it.
    await page.waitForURL("**/fleet", { timeout: 5000, waitUntil: "commit" });
  }).toPass({ timeout: 30_000 });
}
