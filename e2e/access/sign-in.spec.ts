import type { Page } from "@playwright/test";
import { expect, test } from "../stack/fixtures.ts";
import { admin } from "../stack/stack.ts";

test("a visitor who is not signed in lands on sign-in, whatever the page", async ({ page }) => {
  for (const path of ["/", "/drives", "/benchmarks/new", "/audit"]) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/sign-in(\?to=[^&]+)?$/);
    await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  }
});

test("what the pages ask is refused to a visitor who is not signed in", async ({ page }) => {
  const answer = await page.request.get("/api/trpc/fleet.get");
  expect(answer.status()).toBe(401);
});

test("a wrong password is said to be wrong, and the right one lets in", async ({ page }) => {
  await page.goto("/sign-in");
  const alert = page.getByRole("alert").filter({ hasText: "E-mail or password is wrong." });
  await expect(async () => {
    await page.getByLabel("E-mail").fill(admin.email);
    await page.getByLabel("Password").fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(alert).toBeVisible({ timeout: 5000 });
  }).toPass({ timeout: 20_000 });
  await expect(page).toHaveURL(/\/sign-in$/);

  await page.getByLabel("Password").fill(admin.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/fleet");
});

test("signing in leads to the page that was asked for, with what its address says", async ({ page }) => {
  const asked = "/drives?search=PHKS&sort=temperature";
  await page.goto(asked);
  await enter(page);
  await expect(page).toHaveURL(asked);
  await expect(page.getByRole("searchbox", { name: "Search drives" })).toHaveValue("PHKS");
});

test("no address makes signing in lead to another site", async ({ browser, baseURL }) => {
  for (const to of ["https://evil.example/", "//evil.example/", "/\\evil.example", "/..//evil.example"]) {
    const context = await browser.newContext({ baseURL });
    const page = await context.newPage();
    await page.goto(`/sign-in?to=${encodeURIComponent(to)}`);
    await enter(page);
    await expect(page, to).toHaveURL(`${baseURL}/fleet`);
    await context.close();
  }
});

/** Fills in the sign-in page that is shown. */
async function enter(page: Page): Promise<void> {
  await expect(async () => {
    await page.getByLabel("E-mail").fill(admin.email);
    await page.getByLabel("Password").fill(admin.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL((url) => url.pathname !== "/sign-in", { timeout: 5000, waitUntil: "commit" });
  }).toPass({ timeout: 30_000 });
}
