import type { Page } from "@playwright/test";
import { expect, test } from "../stack/fixtures.ts";
import { admin } from "../stack/stack.ts";

/*
 * Other tests wait until a page's scripts have taken it over. A person doesn't: here the scripts come once something was pressed. The pages
 * are of contexts of their own, whose `goto` waits for nothing but the document.
 */

test("what is typed and pressed before the scripts of the sign-in page are there is in no address, and signs in afterwards", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const letScriptsCome = await holdScripts(page);
  await page.goto("/sign-in", { waitUntil: "commit" });
  await fillIn(page);
  const answer = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: "Sign in" }).click({ noWaitAfter: true });
  expect((await answer).status()).toBe(303);
  letScriptsCome();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeEnabled();
  expect(asked.filter((url) => url.includes(admin.password) || url.includes("password="))).toEqual([]);
  await expect(async () => {
    await fillIn(page);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/fleet", { timeout: 5000, waitUntil: "commit" });
  }).toPass({ timeout: 30_000 });
  await context.close();
});

test("a link that is pressed before the scripts of its page are there leads where it says", async ({
  browser,
  baseURL,
  adminState,
}) => {
  const context = await browser.newContext({ baseURL, storageState: adminState });
  const page = await context.newPage();
  const letScriptsCome = await holdScripts(page);
  await page.goto("/fleet", { waitUntil: "commit" });
  await page.getByRole("link", { name: "Drives", exact: true }).click({ noWaitAfter: true });
  await page.waitForURL("**/drives", { waitUntil: "commit" });
  letScriptsCome();
  await expect(page.getByRole("searchbox", { name: "Search drives" })).toBeVisible();
  await context.close();
});

/** Keeps scripts from a page until what is returned is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await promise;
    // Of a page that was left by then nothing is wanted any more.
    await route.continue().catch(() => undefined);
  });
  return resolve;
}

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel("E-mail").fill(admin.email);
  await page.getByLabel("Password").fill(admin.password);
}
