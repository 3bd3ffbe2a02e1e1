import { randomUUID } from "node:crypto";
import type { Locator } from "@playwright/test";
import { p4800x } from "../stack/drive-models.ts";
import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";

const hung = p4800x("HANGSINTHEKERNEL");
const well = p4800x("ANSWERSASEVER");

test("a drive that hangs is not responding, since when and with what to do; its neighbor stays good", async ({
  adminPage,
  stack,
}) => {
  const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), "hanging-shelf");
  await host.reportPolicy({ path: "/etc/crosspoint/policy.toml", allow: [], deny: [] });
  await host.report([hung, well]);
  const problem = {
    kind: "notResponding" as const,
    detail: "nvme smart-log /dev/nvme0 -o binary: no answer for 10 s",
    remedy: "Look for controller resets and timeouts in the kernel log (dmesg).",
  };
  await host.tell([{ id: randomUUID(), timeMs: Date.now(), kind: "driveProblem", drive: hung.identity, problem }]);

  await adminPage.goto("/fleet");
  const row = adminPage
    .getByRole("table", { name: "Needs attention" })
    .getByRole("row", { name: hung.identity.serial });
  await expect(row).toContainText(`The controller is not responding. ${problem.remedy}`);
  await expectUnderDetails(row, problem.detail);

  await adminPage.goto(`/drives?search=${hung.identity.serial}`);
  await adminPage.getByRole("link", { name: hung.identity.serial }).click();
  await expect(adminPage.getByText("Not responding", { exact: true }).first()).toBeVisible();
  const banner = adminPage.getByRole("alert").filter({ hasText: "The controller is not responding." });
  await expect(banner).toContainText("kernel log (dmesg)");
  await expect(banner).toContainText("Since");
  const controls = adminPage.getByRole("region", { name: "Controls" });
  await expect(controls).toContainText(`${hung.identity.serial} is not responding.`);
  await expect(controls, "a command line is no reason").not.toContainText("nvme smart-log");
  await expectUnderDetails(banner, problem.detail);

  await adminPage.goto(`/drives?search=${well.identity.serial}`);
  await adminPage.getByRole("link", { name: well.identity.serial }).click();
  await expect(adminPage.getByRole("heading", { level: 1, name: /P4800X/ })).toBeVisible();
  await expect(adminPage.getByText("Not responding", { exact: true })).toHaveCount(0);
});

/** A command line is for whoever looks into it. */
async function expectUnderDetails(where: Locator, detail: string): Promise<void> {
  await expect(where.getByText(detail)).toBeHidden();
  await where.getByText("Details", { exact: true }).click();
  await expect(where.getByText(detail)).toBeVisible();
}
