import { expect, type Page } from "@playwright/test";

/** The fields of "Custom workload", by their labels; what is left out keeps its default. */
export type WorkloadFields = Partial<
  Record<
    "Reads (%)" | "Block size (KiB)" | "Queue depth" | "Threads" | "Duration (s)" | "Warm-up (s)" | "Span (%)",
    number
  >
>;

/** Opens the launch page and chooses a target (the one whose words hold `target`) and a workload. */
export async function chooseWorkload(page: Page, target: string, fields: WorkloadFields): Promise<void> {
  await page.goto("/benchmarks/new");
  const option = page.getByRole("radiogroup", { name: "Target", exact: true }).getByRole("radio", { name: target });
  await expect(async () => {
    await page.getByRole("searchbox", { name: "Search targets" }).fill(target);
    await expect(option).toHaveCount(1, { timeout: 3000 });
    await option.check({ timeout: 2000 });
    await page.getByRole("radio", { name: "Custom workload" }).check({ timeout: 2000 });
    await expect(page.getByRole("textbox", { name: "Queue depth", exact: true })).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 30_000 });
  for (const [label, value] of Object.entries(fields))
    await page.getByRole("textbox", { name: label, exact: true }).fill(String(value));
}

/** Launches what is chosen; the run's page opens. Returns the run's id. */
export async function launch(page: Page): Promise<string> {
  await page.getByRole("button", { name: /^Launch / }).click();
  await page.waitForURL(/\/benchmarks\/[0-9a-f-]{36}$/);
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

export async function launchWorkload(page: Page, target: string, fields: WorkloadFields): Promise<string> {
  await chooseWorkload(page, target, fields);
  return await launch(page);
}

/** Waits until the run page has measured seconds to show: the rate of the last second, more than none. */
export async function expectLiveFigures(page: Page): Promise<void> {
  const live = page.getByRole("region", { name: "Live" });
  await expect(live.getByText(/^(Measuring|Warm-up \(excluded\)), point 1 of 1$/)).toBeVisible({ timeout: 30_000 });
  await expect(live.getByText(/^(Reads|Writes|Reads \+ Writes), last second\s*[1-9][\d,.]*\sIOPS$/)).toBeVisible({
    timeout: 30_000,
  });
}

/** Waits for the state's word beside the run's title. */
export async function expectRunState(page: Page, word: string, timeoutMs = 60_000): Promise<void> {
  const head = page.getByRole("main").getByText(word, { exact: true }).first();
  await expect(head).toBeVisible({ timeout: timeoutMs });
}
