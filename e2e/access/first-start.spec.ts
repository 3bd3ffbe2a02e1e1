import { expect, test } from "@playwright/test";
import { admin, Stack } from "../stack/stack.ts";
import { pressUntilVisible } from "../steps/press-until.ts";
import { signIn } from "../steps/sign-in.ts";

/** A product that nobody has signed in to: it has no admin, no host and no drive. */
test.describe("a fresh installation", () => {
  test.describe.configure({ mode: "serial" });
  let stack: Stack;

  test.beforeAll(async () => {
    test.setTimeout(180_000);
    stack = await Stack.start();
  });
  test.afterAll(async () => await stack.close());

  test("the setup link makes the first admin, and is dead afterwards", async ({ browser }) => {
    const link = await stack.setupLink();
    const visitor = await browser.newContext();
    const page = await visitor.newPage();
    await page.goto(link);
    await expect(page.getByRole("heading", { name: "Welcome to Crosspoint" })).toBeVisible();
    await expect(async () => {
      await page.getByLabel("Name").fill(admin.name);
      await page.getByLabel("E-mail").fill(admin.email);
      await page.getByLabel("Password").fill(admin.password);
      await page.getByRole("button", { name: "Create the admin account" }).click();
      await page.waitForURL("**/fleet", { timeout: 10_000 });
    }).toPass({ timeout: 40_000 });
    await visitor.close();

    const people = await stack.db.user.findMany({ select: { email: true, role: true } });
    expect(people).toEqual([{ email: admin.email, role: "admin" }]);

    const second = await browser.newContext();
    const other = await second.newPage();
    await other.goto(link);
    await expect(other.getByText(/^(This setup link has been used|There is an admin already)$/)).toBeVisible();
    await expect(other.getByLabel("Password")).toHaveCount(0);
    await expect(other.getByRole("link", { name: "Sign in" })).toBeVisible();
    await second.close();
  });

  test("a setup link that was opened before and sent after is refused with the reason", async ({ browser }) => {
    // The page of a link that is still good, held open while the same link is used elsewhere, as in a race.
    await stack.db.user.deleteMany();
    const link = await stack.setupLink();
    const page = await (await browser.newContext()).newPage();
    await page.goto(link);
    await expect(page.getByRole("heading", { name: "Welcome to Crosspoint" })).toBeVisible();
    await stack.completeSetup(link);
    const refusal = page
      .getByRole("alert")
      .filter({ hasText: "This setup link is used, expired or not needed any more." });
    await page.getByLabel("Name").fill("Mallory");
    await page.getByLabel("E-mail").fill("mallory@example.com");
    await page.getByLabel("Password").fill("a password long enough");
    await pressUntilVisible(page.getByRole("button", { name: "Create the admin account" }), refusal);
    expect(await stack.db.user.count()).toBe(1);
    await page.context().close();
  });

  test("every empty page says why, and what to do next", async ({ browser }) => {
    const context = await browser.newContext({ baseURL: stack.settings.webUrl });
    const page = await context.newPage();
    await signIn(page, admin);
    await expect(page.getByRole("heading", { name: "No hosts yet" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Add your first host" })).toBeVisible();

    await page.goto("/drives");
    await expect(page.getByRole("heading", { name: "No drives yet" })).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Add a host" }).click();
    await expect(page.getByRole("dialog", { name: "Add a host" })).toBeVisible();

    await page.goto("/hosts");
    await expect(page.getByRole("heading", { name: "No hosts yet" })).toBeVisible();

    await page.goto("/benchmarks");
    await expect(page.getByRole("heading", { name: "No benchmarks yet" })).toBeVisible();

    await page.goto("/benchmarks/new");
    await expect(page.getByRole("heading", { name: "No targets yet" })).toBeVisible();

    await page.goto("/compare");
    await expect(page.getByText("No results selected: these are published reference results")).toBeVisible();
    await context.close();
  });
});
