import { expect, type Page } from "@playwright/test";
import { waitingUntilTakenOver } from "./taken-over.ts";

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

const fleetUrl = /\/fleet$/;
/** Until the form can be filled in and sent: where it has given way to the fleet meanwhile, it cannot. */
const formMs = 5_000;
const signedInMs = 15_000;

/** Signs in as a person does, and waits for the fleet. Whatever this page goes to afterwards is waited for until its scripts have taken it over. */
export async function signIn(page: Page, { email, password }: Credentials): Promise<void> {
  await waitingUntilTakenOver(page).goto("/sign-in");
  await expect(async () => {
    if (!isSignedIn(page)) {
      await page.getByLabel("E-mail").fill(email, { timeout: formMs });
      await page.getByLabel("Password").fill(password, { timeout: formMs });
      await page.getByRole("button", { name: "Sign in" }).click({ timeout: formMs });
    }
    // Committed is enough: a busy machine may take longer to load all of it.
    await page.waitForURL(fleetUrl, { timeout: signedInMs, waitUntil: "commit" });
  }).toPass({ timeout: 60_000 });
}

/** A press may have done it after it was waited for. */
function isSignedIn(page: Page): boolean {
  return fleetUrl.test(page.url());
}
