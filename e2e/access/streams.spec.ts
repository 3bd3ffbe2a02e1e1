import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";
import { countOpenStreams } from "../steps/open-streams.ts";
import { signIn } from "../steps/sign-in.ts";

const leaver = { name: "Lea Leaver", email: "leaver@example.com", password: "here for one more minute" };

test("an open page of a person who is removed goes to sign-in by itself", async ({ browser, baseURL, stack }) => {
  await stack.addPerson(leaver, "viewer");
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  const openStreams = countOpenStreams(page);
  await signIn(page, leaver);
  await expect.poll(openStreams).toBe(1);
  await stack.db.user.delete({ where: { email: leaver.email } });
  // The session is looked at every ten seconds.
  await page.waitForURL(/\/sign-in\?/, { timeout: 25_000 });
  await context.close();
});

test("a page shows what changed after it was made and before its line stood", async ({ adminPage: page, stack }) => {
  const line = Promise.withResolvers<void>();
  await page.route(/live\.follow/, async (route) => {
    await line.promise;
    await route.continue();
  });
  await page.goto("/hosts");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), "joins-before-the-line");
  line.resolve();
  // By themselves hosts are asked for anew every 30 s.
  await expect(page.getByRole("row", { name: "joins-before-the-line" })).toBeVisible({ timeout: 10_000 });
});
