import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { build, encodeIntoCompressedBase64 } from "hdr-histogram-js";
import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";
import { picture } from "../steps/picture.ts";

const fixture = (name: string) =>
  readFileSync(new URL(`../../packages/domain/src/import/testing/fio/${name}`, import.meta.url), "utf8");
// As a version that writes all that was asked of it.
const whole = fixture("io_uring-json-plus.txt").replace("fio-3.33", "fio-3.42");
const drive = { pciVendorId: 0x8086, model: "INTEL SSDPED1K375GA", serial: "IMPORT7335006W375AGN" };

const fileOf = (name: string, text: string) => ({ name, mimeType: "application/json", buffer: Buffer.from(text) });

/** Chooses files by the page's button, as by the keyboard. */
async function choose(page: Page, files: readonly ReturnType<typeof fileOf>[]): Promise<void> {
  await expect(async () => {
    const chooser = page.waitForEvent("filechooser", { timeout: 2000 });
    await page.getByRole("button", { name: "Choose files…" }).press("Enter");
    await (await chooser).setFiles([...files]);
  }).toPass({ timeout: 20_000 });
}

/** Lets go of a file over the page. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    (file) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([file.text], file.name));
      return transfer;
    },
    { name, text },
  );
  await page.getByRole("region", { name: "Files to import" }).dispatchEvent("drop", { dataTransfer });
}

const fileIn = (page: Page, name: string): Locator =>
  page.getByRole("list", { name: "Files", exact: true }).getByRole("listitem", { name });

test("files of results become runs, a hostile one is refused with its place, and an export comes back the same", async ({
  adminPage: page,
  stack,
}) => {
  test.setTimeout(120_000);
  const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), "import-shelf");
  await host.report([{ identity: drive, capacityBytes: 375_083_606_016 }]);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/results?")) sent.push(new URL(request.url()).searchParams.get("fileName") ?? "");
  });

  await page.goto("/benchmarks");
  await page.getByRole("link", { name: "Import results" }).click();
  await expect(page).toHaveURL(/\/benchmarks\/import$/);
  await picture(page, "import-empty");
  await choose(page, [
    fileOf("hostile.json", whole.replace('"iops" : 162528.471528', '"iops" : -162528.471528')),
    fileOf("good.json", whole),
    fileOf("large.json", " ".repeat(16 * 1024 * 1024 + 1)),
  ]);
  await page.getByRole("searchbox", { name: "Search drives" }).fill(drive.serial);
  await page.getByRole("radio", { name: drive.serial }).check();
  await expect(fileIn(page, "large.json")).toContainText("the limit is 16 MiB. Nothing was sent.");
  await page.getByRole("button", { name: "Import 2 files" }).click();
  await expect(page.getByRole("status").filter({ hasText: "1 imported, 2 refused" })).toBeVisible();
  await expect(fileIn(page, "hostile.json")).toContainText(
    "jobs[0].read.iops: iops is -162528.471528, and cannot be negative.",
  );
  await expect(fileIn(page, "good.json")).toContainText("Open run: 1 point, comparable.");
  expect(sent, "one after the other, and the large one never").toEqual(["hostile.json", "good.json"]);
  await picture(page, "import-report");

  await test.step("the run says where it comes from and what the file states", async () => {
    await fileIn(page, "good.json").getByRole("link", { name: "Open run" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(drive.serial);
    await expect(page.getByText("Imported, fio 3.42").first()).toBeVisible();
    await expect(page.getByRole("region", { name: "Imported file" })).toContainText("good.json");
    const stated = page.getByRole("table", { name: "Reads, percentiles as stated" });
    // 162,691 operations: 1626 of them above the 99th percentile.
    await expect(stated.getByRole("row", { name: /^p99 / })).toContainText("1,626");
    await expect(page.getByRole("table", { name: "Results by point" })).toContainText("162,528");
    await expect(page.getByRole("figure", { name: "Latency by percentile" })).toBeVisible();
    await picture(page, "imported-run");
  });

  await test.step("its export is imported again, and the list marks both", async () => {
    await page.getByRole("button", { name: "Export", exact: true }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "JSON, with histograms" }).click();
    const exported = await readFile(await (await download).path(), "utf8");
    await page.goto("/benchmarks/import");
    await choose(page, [fileOf("export.json", exported), fileOf("good.json", whole)]);
    await page.getByRole("button", { name: "Import 2 files" }).click();
    await expect(fileIn(page, "export.json")).toContainText("Open run: 1 point, comparable.");
    await expect(fileIn(page, "good.json")).toContainText("The same file was imported before; nothing was changed.");
    await page.goto(`/benchmarks?q=${drive.serial}`);
    const rows = page.getByRole("table", { name: "Benchmark runs" }).getByRole("row");
    await expect(rows.filter({ hasText: "Imported, fio 3.42" })).toHaveCount(2);
    await picture(page, "imported-in-list");
  });

  await test.step("one of them is removed, after what goes with it was said", async () => {
    const rows = page.getByRole("table", { name: "Benchmark runs" }).getByRole("row", { name: /Imported, fio 3.42/ });
    await rows.first().getByRole("link").first().click();
    await page.getByRole("button", { name: "Remove import" }).click();
    const dialog = page.getByRole("dialog", { name: /^Remove / });
    await expect(dialog).toContainText("The run, its point and all figures and histograms are removed");
    await dialog.getByRole("button", { name: "Remove import" }).click();
    await expect(page).toHaveURL(/\/benchmarks$/);
    await page.goto(`/benchmarks?q=${drive.serial}`);
    await expect(rows).toHaveCount(1);
  });
});

test("logs say what they leave open: the unit of a .hlog, and which logs of fio belong together", async ({
  adminPage: page,
}) => {
  const histogram = build({ numberOfSignificantValueDigits: 3 });
  for (let us = 1; us <= 2000; us += 1) histogram.recordValue(us);
  const log = `#[Histogram log format version 1.3]\nTag=read,0.000,10.000,2.000,${encodeIntoCompressedBase64(histogram)}\n`;
  const bins = fixture("coarse-histogram.log");
  await page.goto("/benchmarks/import");
  await choose(page, [fileOf("job_clat_hist.1.log", bins), fileOf("job_clat_hist.2.log", bins)]);
  await drop(page, "latency.hlog", log);
  await page.getByRole("button", { name: "Add them up" }).click();
  await page.getByRole("button", { name: "Import 2 files" }).click();
  const hlog = fileIn(page, "latency.hlog");
  await expect(hlog).toContainText("The log does not say the unit of its values.");
  const added = fileIn(page, "job_clat_hist.*.log");
  await expect(added).toContainText("Open run: 1 point, not comparable.");
  await expect(added).toContainText("a histogram log does not say what was asked for");
  await expect(added).toContainText("It is 2 logs added up.");

  await page.getByRole("combobox", { name: "Unit of .hlog values" }).selectOption("Microseconds");
  await hlog.getByRole("button", { name: "Try again" }).click();
  await expect(hlog).toContainText("Open run: 1 point, not comparable.");
  await picture(page, "import-logs");
  await hlog.getByRole("link", { name: "Open run" }).click();
  const read = page.getByRole("table", { name: "Reads, percentiles from the histogram" });
  // Half of 2000 values from 1 to 2000 µs.
  await expect(read.getByRole("row", { name: /^p50 / })).toHaveText(/^p501\sms1,000$/);
  await expect(read.getByRole("row", { name: /^p99.99 / })).toContainText("too few");
  await picture(page, "imported-log");
});
