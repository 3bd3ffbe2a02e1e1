import { expect, test } from "../stack/fixtures.ts";
import { expectDisabledBecause } from "../steps/disabled-because.ts";
import { pressUntilVisible } from "../steps/press-until.ts";
import { signIn } from "../steps/sign-in.ts";

const viewer = { name: "Vera Viewer", email: "vera@example.com", password: "only here to look around" };

test("a viewer whom the admin adds sees everything and changes nothing", async ({
  adminPage,
  browser,
  baseURL,
  stack,
}) => {
  await adminPage.goto("/settings");
  const dialog = adminPage.getByRole("dialog", { name: "Add a person" });
  await pressUntilVisible(adminPage.getByRole("button", { name: "Add a person" }), dialog);
  await dialog.getByLabel("Name").fill(viewer.name);
  await dialog.getByLabel("E-mail").fill(viewer.email);
  await dialog.getByLabel("Initial password").fill(viewer.password);
  await expect(dialog.getByLabel("Role")).toHaveValue("viewer");
  await dialog.getByRole("button", { name: "Add the person" }).click();
  await expect(adminPage.getByRole("table", { name: "People" }).getByRole("row", { name: viewer.email })).toBeVisible();

  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await signIn(page, viewer);

  await test.step("cannot launch", async () => {
    await page.goto("/benchmarks");
    await expectDisabledBecause(
      page,
      page.getByRole("button", { name: "New benchmark" }).first(),
      "Only an operator or an admin can do this; your role is viewer.",
    );
    await page.goto("/benchmarks/new");
    await expectDisabledBecause(
      page,
      page.getByRole("button", { name: "Launch benchmark" }),
      "Only an operator or an admin can do this; your role is viewer.",
    );
  });

  await test.step("cannot add a host, not by the address either", async () => {
    await page.goto("/hosts?add=true");
    await expectDisabledBecause(
      page,
      page.getByRole("button", { name: "Add a host" }).first(),
      "Only an admin can do this; your role is viewer.",
    );
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  await test.step("is refused by the server as well, and nothing has happened", async () => {
    const before = await stack.db.enrollmentToken.count();
    const answer = await page.request.post("/api/trpc/host.createEnrollmentToken", {
      data: { json: { uses: 1, expiresInMs: 3_600_000 } },
      headers: { origin: baseURL ?? "" },
    });
    expect(answer.status()).toBe(403);
    expect(await stack.db.enrollmentToken.count()).toBe(before);
  });
  await context.close();
});
