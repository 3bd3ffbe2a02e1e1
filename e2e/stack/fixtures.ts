import { type BrowserContext, test as base, type Page } from "@playwright/test";
import { signIn } from "../steps/sign-in.ts";
import { waitingUntilTakenOver } from "../steps/taken-over.ts";
import { admin, Stack } from "./stack.ts";

interface WorkerFixtures {
  /** The running product, shared by the specs of a worker: each spec brings its own data. */
  readonly stack: Stack;
  readonly adminState: Awaited<ReturnType<BrowserContext["storageState"]>>;
}

interface TestFixtures {
  /** A page signed in as admin. */
  readonly adminPage: Page;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter list.
    async ({}, use) => {
      const stack = await Stack.start();
      await stack.createAdmin();
      await use(stack);
      await stack.close();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  adminState: [
    async ({ browser, stack }, use) => {
      const context = await browser.newContext({ baseURL: stack.settings.webUrl });
      await signIn(await context.newPage(), admin);
      const state = await context.storageState();
      await context.close();
      await use(state);
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ stack }, use) => use(stack.settings.webUrl),
  page: async ({ page }, use) => use(waitingUntilTakenOver(page)),
  adminPage: async ({ browser, baseURL, adminState }, use) => {
    const context = await browser.newContext({ baseURL, storageState: adminState });
    await use(waitingUntilTakenOver(await context.newPage()));
    await context.close();
  },
});

export { expect } from "@playwright/test";
