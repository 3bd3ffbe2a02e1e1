import { createEnrollmentToken } from "@crosspoint/services/host/create-enrollment-token";
import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";
import { picture } from "../steps/picture.ts";

test("enrollment tokens stand on the hosts page: who made them and how many hosts they let in; a revoked one lets nobody in", async ({
  adminPage: page,
  stack,
}) => {
  const context = { db: stack.db, actor: { kind: "system", label: "rollout" } as const, now: new Date() };
  const { token } = await createEnrollmentToken(context, { uses: 3 });
  await SimulatedHost.enroll(stack.settings.gatewayUrl, token, "token-shelf-1");

  await page.goto("/hosts");
  const row = page
    .getByRole("table", { name: "Enrollment tokens" })
    .getByRole("row")
    .filter({ hasText: `…${token.slice(-4)}` });
  await expect(row).toContainText("Valid");
  await expect(row).toContainText("rollout");
  await expect(row).toContainText("2 of 3");
  await row.scrollIntoViewIfNeeded();
  await picture(page, "tokens");
  const revoke = `Revoke the token …${token.slice(-4)}`;
  await row.getByRole("button", { name: revoke }).click();
  await page.getByRole("dialog").getByRole("button", { name: revoke }).click();
  await expect(row).toContainText("Revoked");
  await expect(SimulatedHost.enroll(stack.settings.gatewayUrl, token, "token-shelf-2")).rejects.toThrow();

  await page.goto("/audit?did=host.");
  await expect(page.getByRole("row").filter({ hasText: "token-shelf-1" })).toContainText(
    `from 127.0.0.1, token …${token.slice(-4)}`,
  );
});
