import { randomUUID } from "node:crypto";
import type { Locator } from "@playwright/test";
import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";

const model = "INTEL SSDPED1K375GA";
const hung = { pciVendorId: 0x8086, model, serial: "HANGSINTHEKERNEL" };
const well = { pciVendorId: 0x8086, model, serial: "ANSWERSASEVER" };

test("a drive that hangs is not responding, since when and with what to do; its neighbor stays good", async ({
  adminPage,
  stack,
}) => {
  const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), "hanging-shelf");
  await host.report([hung, well].map((identity) => ({ identity, capacityBytes: 375_083_606_016 })));
  const problem = {
    kind: "notResponding" as const,
    detail: "nvme smart-log /dev/nvme0 -o binary: no answer for 10 s",
    remedy: "Look for controller resets and timeouts in the kernel log (dmesg).",
  };
  await host.tell([{ id: randomUUID(), timeMs: Date.now(), kind: "driveProblem", drive: hung, problem }]);

  await adminPage.goto("/fleet");
  const row = adminPage.getByRole("table", { name: "Needs attention" }).getByRole("row", { name: hung.serial });
  await expect(row).toContainText(`The controller is not responding. ${problem.remedy}`);
  await expectUnderDetails(row, problem.detail);

  await adminPage.goto(`/drives?search=${hung.serial}`);
  await adminPage.getByRole("link", { name: hung.serial }).click();
  await expect(adminPage.getByText("Not responding", { exact: true }).first()).toBeVisible();
  const banner = adminPage.getByRole("alert").filter({ hasText: "The controller is not responding." });
  await expect(banner).toContainText("kernel log (dmesg)");
  await expect(banner).toContainText("Since");
  await expectUnderDetails(banner, problem.detail);

  await adminPage.goto(`/drives?search=${well.serial}`);
  await adminPage.getByRole("link", { name: well.serial }).click();
  await expect(adminPage.getByRole("heading", { level: 1, name: /P4800X/ })).toBeVisible();
  await expect(adminPage.getByText("Not responding", { exact: true })).toHaveCount(0);
});

/** A command line is for whoever looks into it. */
async function expectUnderDetails(where: Locator, detail: string): Promise<void> {
  await expect(where.getByText(detail)).toBeHidden();
  await where.getByText("Details", { exact: true }).click();
  await expect(where.getByText(detail)).toBeVisible();
}
