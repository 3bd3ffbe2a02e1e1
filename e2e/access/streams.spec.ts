import { expect, test } from "../stack/fixtures.ts";
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
