import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";

const p4800x = { pciVendorId: 0x8086, model: "INTEL SSDPED1K375GA" };

test("a list longer than a page is read on as it is scrolled, each drive once", async ({ adminPage: page, stack }) => {
  const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), "long-shelf");
  const serials = Array.from({ length: 230 }, (_, index) => `LONG${String(index).padStart(3, "0")}`);
  await host.report(serials.map((serial) => ({ identity: { ...p4800x, serial }, capacityBytes: 375_083_606_016 })));
  await page.goto("/drives?search=long-shelf&sort=serial");
  await expect(page.getByText("230 match")).toBeVisible();
  const seen = new Set<string>();
  await expect(async () => {
    for (const text of await page.getByRole("table", { name: "Drives" }).getByRole("link").allInnerTexts())
      seen.add(text);
    await page.mouse.wheel(0, 900);
    expect([...seen].toSorted()).toEqual(serials);
  }).toPass({ timeout: 30_000, intervals: [100] });
});
