import { expect, test } from "../stack/fixtures.ts";
import { pressUntilVisible } from "../steps/press-until.ts";
import { signIn } from "../steps/sign-in.ts";

const scripter = { name: "Sam Scripter", email: "scripter@example.com", password: "reads the fleet at night" };

test("a token from the settings opens the API to a program until it is revoked", async ({
  browser,
  baseURL,
  stack,
}) => {
  await stack.addPerson(scripter, "viewer");
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await signIn(page, scripter);
  await page.goto("/settings");
  const dialog = page.getByRole("dialog");
  await pressUntilVisible(page.getByRole("button", { name: "Create API token" }), dialog);
  await expect(dialog.getByLabel("May do as").getByRole("option"), "no more than a viewer may").toHaveCount(1);
  await dialog.getByLabel("Name").fill("Nightly report");
  await dialog.getByRole("button", { name: "Create API token" }).click();
  const token = await dialog.getByRole("code").first().innerText();
  expect(token).toMatch(/^cpa_/);
  await dialog.getByRole("button", { name: "Done" }).click();
  const row = page.getByRole("row", { name: /Nightly report viewer/ });
  await expect(row).toContainText("never");
  await expect(page.locator("body"), "it is not shown again").not.toContainText(token);

  const ask = (path: string) => fetch(`${baseURL}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const listed = await ask(`/api/trpc/drive.list?input=${encodeURIComponent(JSON.stringify({ json: {} }))}`);
  expect(listed.status).toBe(200);
  const { result } = (await listed.json()) as { result: { data: { json: { drives: readonly unknown[] } } } };
  expect(Array.isArray(result.data.json.drives)).toBe(true);
  const people = await ask("/api/trpc/access.people");
  expect(people.status, "what its person may not, it may not").toBe(403);
  const file = await ask(`/api/drives?format=csv&selection=${encodeURIComponent('{"kind":"matches","filter":{}}')}`);
  expect(file.headers.get("content-type")).toContain("text/csv");
  expect(file.status).toBe(200);
  await file.text();

  await row.getByRole("button", { name: "Revoke the token Nightly report" }).click();
  const revoke = page.getByRole("dialog", { name: "Revoke the token “Nightly report”?" });
  await expect(revoke).toContainText("Every program that asks with it is refused from its next request on");
  await revoke.getByRole("button", { name: "Cancel" }).click();
  expect((await ask("/api/trpc/drive.facets")).status, "nothing is done before that is confirmed").not.toBe(401);
  await row.getByRole("button", { name: "Revoke the token Nightly report" }).click();
  await revoke.getByRole("button", { name: "Revoke the token" }).click();
  await expect(page.getByText("The token “Nightly report” opens nothing any more.")).toBeVisible();
  await expect(row).toHaveCount(0);
  expect((await ask("/api/trpc/access.people")).status).toBe(401);
  const entry = await stack.db.auditEntry.findFirstOrThrow({ where: { action: "access.revokeApiToken" } });
  expect(entry).toMatchObject({ actorLabel: scripter.email, detail: { token: "Nightly report" } });
  await context.close();
});
