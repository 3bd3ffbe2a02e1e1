import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";

const p4800x = { pciVendorId: 0x8086, model: "INTEL SSDPED1K375GA", serial: "OPTANETOBEFOUND" };
const p3700 = { pciVendorId: 0x8086, model: "INTEL SSDPEDMD400G4", serial: "FLASHTOBEFOUND" };

test("a drive is found by its product's name and its host, in the table and in the palette", async ({
  adminPage: page,
  stack,
}) => {
  const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), "findme-shelf");
  await host.report([p4800x, p3700].map((identity) => ({ identity, capacityBytes: 375_083_606_016 })));

  const table = page.getByRole("table", { name: "Drives" });
  for (const [words, found] of [
    ["p4800x findme", p4800x.serial],
    ["3700 FINDME-shelf", p3700.serial],
    ["ssdpedmd4 findme", p3700.serial],
  ] as const) {
    await page.goto(`/drives?search=${encodeURIComponent(words)}`);
    await expect(table.getByRole("link"), words).toHaveText([found]);
  }

  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog");
  await palette.getByRole("combobox").fill("p4800x findme");
  await expect(palette.getByRole("option", { name: p4800x.serial })).toBeVisible();
  await expect(palette.getByRole("option", { name: p3700.serial })).toHaveCount(0);
  await palette.getByRole("option", { name: p4800x.serial }).click();
  await expect(page.getByRole("heading", { level: 1, name: /P4800X/ })).toBeVisible();
});

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
