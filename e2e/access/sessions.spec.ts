import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../../scripts/steps/paths.ts";
import { expect, test } from "../stack/fixtures.ts";
import { pressUntilVisible } from "../steps/press-until.ts";
import { signIn } from "../steps/sign-in.ts";

const roamer = { name: "Rita Roamer", email: "roamer@example.com", password: "signed in on two machines" };
const forgetful = { name: "Finn Forgetful", email: "forgetful@example.com", password: "soon to be forgotten" };
const locked = { name: "Lou Lockedout", email: "locked@example.com", password: "nobody remembers this" };

test("other sessions are seen and ended in the settings, and their pages go to sign-in", async ({
  browser,
  baseURL,
  stack,
}) => {
  await stack.addPerson(roamer, "viewer");
  const [here, there] = [await browser.newContext({ baseURL }), await browser.newContext({ baseURL })];
  const [page, other] = [await here.newPage(), await there.newPage()];
  await signIn(other, roamer);
  await signIn(page, roamer);
  await page.goto("/settings");
  const table = page.getByRole("table", { name: "Sessions" });
  await expect(table.getByRole("row")).toHaveCount(3);
  await expect(table.getByRole("row", { name: /Linux \(this one\) (127\.0\.0\.1|::1)/ })).toBeVisible();
  const ended = page.getByText("1 other session ended.");
  await pressUntilVisible(page.getByRole("button", { name: "End other sessions" }), ended);
  await expect(table.getByRole("row")).toHaveCount(2);
  await other.waitForURL(/\/sign-in\?/, { timeout: 25_000 });
  await expect(other.getByText("You were signed out"), "it says why").toBeVisible();
  await page.reload();
  await expect(table.getByRole("row")).toHaveCount(2);
  await here.close();
  await there.close();
});

test("a password is changed without signing out here", async ({ browser, baseURL, stack }) => {
  const person = { ...roamer, email: "changer@example.com" };
  await stack.addPerson(person, "viewer");
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await signIn(page, person);
  await page.goto("/settings");
  const changed = page.getByText("Your password is changed. All other sessions have ended.");
  await expect(async () => {
    await page.getByLabel("Current password").fill(person.password);
    await page.getByLabel("New password").fill("another one that is long");
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(changed).toBeVisible({ timeout: 5000 });
  }).toPass({ timeout: 20_000 });
  await page.goto("/fleet");
  await expect(page).toHaveURL(/\/fleet$/);
  await context.close();
});

test("an admin resets a password: the link sets a new one, once", async ({ adminPage, browser, baseURL, stack }) => {
  await stack.addPerson(forgetful, "viewer");
  await adminPage.goto("/settings");
  const dialog = adminPage.getByRole("dialog");
  await pressUntilVisible(adminPage.getByRole("button", { name: `Reset the password of ${forgetful.name}` }), dialog);
  await dialog.getByRole("button", { name: `Reset the password of ${forgetful.name}` }).click();
  const link = await dialog.getByRole("code").innerText();
  await dialog.getByRole("button", { name: "Done" }).click();

  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
  await expect(async () => {
    await page.getByLabel("New password").fill("remembered this time");
    await page.getByRole("button", { name: "Set password and sign in" }).click();
    await page.waitForURL("**/fleet", { timeout: 10_000 });
  }).toPass({ timeout: 30_000 });
  await page.goto(link);
  await expect(page.getByText("This link has been used")).toBeVisible();
  await context.close();
});

test("an admin whom nobody can help gets in again by a command on the server", async ({ page, stack }) => {
  await stack.addPerson(locked, "admin");
  const { databaseUrl, webUrl } = stack.settings;
  const { stdout } = await promisify(execFile)(
    join(root, "node_modules/.bin/node"),
    ["src/access/password-link.cli.ts", locked.email],
    { cwd: join(root, "packages/services"), env: { ...process.env, DATABASE_URL: databaseUrl, WEB_URL: webUrl } },
  );
  const link = /\S+\/password\?token=\S+/.exec(stdout)?.[0] ?? "";
  await page.goto(link);
  await expect(page.getByText(`For ${locked.email}.`)).toBeVisible();
  await expect(async () => {
    await page.getByLabel("New password").fill("written down in the safe");
    await page.getByRole("button", { name: "Set password and sign in" }).click();
    await page.waitForURL("**/fleet", { timeout: 10_000 });
  }).toPass({ timeout: 30_000 });
  const entry = await stack.db.auditEntry.findFirstOrThrow({
    where: { action: "access.resetPassword", detail: { path: ["email"], equals: locked.email } },
  });
  expect(entry.actorLabel).toBe("command line");
});

test("a dialog closed by Escape gives focus back to the button that opened it", async ({ adminPage: page }) => {
  await page.goto("/settings");
  const opener = page.getByRole("button", { name: "Add a person" });
  await pressUntilVisible(opener, page.getByRole("dialog", { name: "Add a person" }));
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(opener).toBeFocused();
});
