import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";

const sample = (name: string) =>
  readFileSync(new URL(`../../packages/domain/src/import/testing/fio/${name}`, import.meta.url), "utf8");

/** Imports files of fio as a person does: one that can be compared, one that cannot, one that is refused. */
export async function importSamples(page: Page, serial: string): Promise<void> {
  // As a version that writes all that was asked of it.
  const whole = sample("io_uring-json-plus.txt").replace("fio-3.33", "fio-3.42");
  const files = [
    { name: "randread-qd4.json", text: whole },
    { name: "two-jobs.json", text: sample("two-jobs-json-plus.txt") },
    { name: "edited.json", text: whole.replace('"iops" : 162528.471528', '"iops" : -162528.471528') },
  ];
  await page.goto("/benchmarks/import");
  // Files that are chosen before the page listens are lost.
  await page.waitForLoadState("networkidle");
  await page
    .getByLabel("Files of results")
    .setInputFiles(files.map(({ name, text }) => ({ name, mimeType: "application/json", buffer: Buffer.from(text) })));
  await page.getByRole("radio", { name: serial }).check();
  await page.getByRole("button", { name: `Import ${files.length} files` }).click();
  await page.getByRole("status").filter({ hasText: "2 imported, 1 refused" }).waitFor();
}
