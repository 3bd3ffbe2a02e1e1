import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";
import { storeRun } from "../stack/stored-runs.ts";
import { picture } from "../steps/picture.ts";

test.describe("every chart", () => {
  let runId = "";

  test.beforeAll(async ({ stack }) => {
    const { gatewayUrl } = stack.settings;
    const host = await SimulatedHost.enroll(gatewayUrl, await stack.enrollmentToken(), "chart-shelf");
    const identity = { pciVendorId: 0x8086, model: "INTEL SSDPEDMD400G4", serial: "CVFTCHARTS000001" };
    await host.report([{ identity, capacityBytes: 400_088_457_216 }]);
    const { id: driveId } = await stack.db.drive.findFirstOrThrow({ where: { serial: identity.serial } });
    const read = { direction: "read", iops: 584_800, latencyNs: 25_500 } as const;
    const write = { direction: "write", iops: 9_000, latencyNs: 3_500_000 } as const;
    runId = await storeRun(stack.db, {
      driveId,
      hostId: host.hostId,
      state: "complete",
      points: [{ spec: { readPercent: 70, rampSeconds: 0 }, measured: [read, write] }],
    });
  });

  test("reads out its values by pointer and by keys, one crosshair over charts of the same seconds", async ({
    adminPage: page,
  }) => {
    await page.goto(`/benchmarks/${runId}`);
    const { chart, drawing } = await chartOf(page, "IOPS over time");
    await picture(page, "charts");
    await pointAt(page, drawing, 0.5);
    const tooltip = chart.getByRole("tooltip");
    await expect(tooltip).toContainText(/Up to \d+ s/);
    await expect(tooltip).toContainText("584,800 I/Os");
    await expect(tooltip).toContainText("9,000 I/Os");
    await expectApart(tooltip, drawing);
    await expect(page.getByRole("figure", { name: "Latency over time" }).locator("[data-crosshair]")).toBeVisible();

    await drawing.focus();
    await page.keyboard.press("ArrowRight");
    const spoken = chart.getByRole("status");
    await expect(spoken).toHaveText(/^Reads; Up to 1 s.*; 584,800\sIOPS; 584,800 I\/Os$/);
    await expect(chart.locator("[data-cursor=keys]"), "what is spoken is seen").toBeVisible();
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowDown");
    await expect(spoken).toHaveText(/^Writes; Up to 60 s; 9,000\sIOPS; 9,000 I\/Os$/);
    await page.keyboard.press("Escape");
    await expect(spoken).toBeEmpty();
  });

  test("hides and brings forward a series by its legend", async ({ adminPage: page }) => {
    await page.goto(`/benchmarks/${runId}`);
    const { chart } = await chartOf(page, "IOPS over time");
    const writes = chart.getByRole("button", { name: "Writes" });
    const strength = () =>
      chart.locator("[data-series]").evaluateAll((all) => all.map((each) => Number(each.getAttribute("opacity"))));
    await writes.hover();
    await expect.poll(strength).toEqual([0.2, 1]);
    await writes.click();
    await expect(writes).toHaveAttribute("aria-pressed", "false");
    await expect.poll(strength).toEqual([1]);
    await writes.click();
    await expect.poll(strength).toHaveLength(2);
  });

  test("zooms by dragging, together with the chart beside it, and leads back by button and by Escape", async ({
    adminPage: page,
  }) => {
    await page.goto(`/benchmarks/${runId}`);
    const { chart, drawing } = await chartOf(page, "IOPS over time");
    const resets = page.getByRole("button", { name: "Reset zoom" });
    const first = async () => {
      await drawing.focus();
      await page.keyboard.press("Home");
      return Number(/Up to (\d+) s/.exec((await chart.getByRole("status").textContent()) ?? "")?.[1]);
    };
    await drag(page, drawing, 0.5, 0.8);
    await expect(resets, "throughput and latency share their seconds").toHaveCount(2);
    expect(await first()).toBeGreaterThan(10);
    await chart.getByRole("button", { name: "Reset zoom" }).click();
    await expect(resets).toHaveCount(0);
    expect(await first()).toBe(1);
    await drag(page, drawing, 0.5, 0.8);
    await expect(resets).toHaveCount(2);
    await page.keyboard.press("Escape");
    await expect(resets).toHaveCount(0);
  });

  test("shows the table behind it, and saves it as CSV", async ({ adminPage: page }) => {
    await page.goto(`/benchmarks/${runId}`);
    const { chart } = await chartOf(page, "IOPS over time");
    await chart.getByRole("button", { name: "Show table: IOPS over time" }).click();
    const table = chart.getByRole("table", { name: "IOPS over time" });
    await expect(table.getByRole("row")).toHaveCount(1 + 2 * 60);
    await expect(table.getByRole("row").nth(1)).toContainText("584,800");
    const csv = (await saved(page, chart, "CSV")).toString("utf8");
    const lines = csv.trim().split("\r\n");
    expect(lines).toHaveLength(1 + 2 * 60);
    expect(lines[0]).toMatch(/^at_s,phase,direction,operations,iops,bytes_per_s,/);
    // 584,800 x 4096 bytes; a mean of 25,500 ns x 1.009.
    expect(lines[1]).toBe("1,measure,read,584800,584800,2395340800,25729,25500,25500,255000");
  });

  for (const colorScheme of ["light", "dark"] as const) {
    test(`leaves the page as a picture that looks like it, ${colorScheme}`, async ({ adminPage: page }) => {
      await page.emulateMedia({ colorScheme });
      await page.goto(`/benchmarks/${runId}`);
      const { chart } = await chartOf(page, "IOPS over time");
      const [surface, reads, writes] = await tokens(page, ["--surface", "--series-1", "--series-2"]);

      const svg = (await saved(page, chart, "SVG")).toString("utf8");
      for (const part of [">IOPS over time<", ">Reads<", ">Writes<", "584800", `/benchmarks/${runId}`]) {
        expect(svg, part).toContain(part);
      }
      expect(svg, "every color is written out").not.toContain("var(--");

      const colors = await pixelsOf(page, await saved(page, chart, "PNG"));
      expect(colors.corner).toEqual(surface);
      for (const color of [reads, writes]) expect(colors.all, `a pixel of ${color}`).toContain(color);
    });
  }
});

async function chartOf(page: Page, name: string): Promise<{ chart: Locator; drawing: Locator }> {
  const chart = page.getByRole("figure", { name });
  const drawing = chart.getByRole("application");
  await expect(drawing).toBeVisible();
  await drawing.scrollIntoViewIfNeeded();
  return { chart, drawing };
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (box === null) throw new Error("The element has no place on the page.");
  return box;
}

async function pointAt(page: Page, drawing: Locator, share: number): Promise<void> {
  const { x, y, width, height } = await boxOf(drawing);
  await page.mouse.move(x + width * share, y + height / 2, { steps: 3 });
}

async function drag(page: Page, drawing: Locator, from: number, to: number): Promise<void> {
  await pointAt(page, drawing, from);
  await page.mouse.down();
  await pointAt(page, drawing, to);
  await page.mouse.up();
}

async function expectApart(tooltip: Locator, drawing: Locator): Promise<void> {
  const [words, curves] = [await boxOf(tooltip), await boxOf(drawing)];
  const apart = words.y >= curves.y + curves.height || words.y + words.height <= curves.y;
  expect(apart, JSON.stringify({ words, curves })).toBe(true);
}

async function saved(page: Page, chart: Locator, format: "CSV" | "PNG" | "SVG"): Promise<Buffer> {
  await chart.getByRole("button", { name: /^Copy or save: / }).click();
  const download = page.waitForEvent("download");
  await chart
    .getByRole("button", { name: `As ${format}` })
    .last()
    .click();
  return await readFile(await (await download).path());
}

/** Colors of the page's theme, as "r,g,b". */
async function tokens(page: Page, names: readonly string[]): Promise<string[]> {
  return await page.evaluate((all) => {
    const probe = document.body.appendChild(document.createElement("span"));
    const colors = all.map((name) => {
      probe.style.color = `var(${name})`;
      return (getComputedStyle(probe).color.match(/\d+/g) ?? []).slice(0, 3).join(",");
    });
    probe.remove();
    return colors;
  }, names);
}

/** The color of the first pixel, and every color that occurs. */
async function pixelsOf(page: Page, png: Buffer): Promise<{ corner: string; all: string[] }> {
  return await page.evaluate(async (base64) => {
    const bitmap = await createImageBitmap(
      new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], { type: "image/png" }),
    );
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("There is no canvas.");
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    const colors = new Set<string>();
    for (let at = 0; at < data.length; at += 4) colors.add(`${data[at]},${data[at + 1]},${data[at + 2]}`);
    return { corner: `${data[0]},${data[1]},${data[2]}`, all: [...colors] };
  }, png.toString("base64"));
}
