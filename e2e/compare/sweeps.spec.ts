import type { Page } from "@playwright/test";
import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";
import type { Stack } from "../stack/stack.ts";
import { comeTo } from "../steps/come-to.ts";
import { pressUntilVisible } from "../steps/press-until.ts";
import { storeSweep } from "./stored-sweep.ts";

/** A run of reads at depths 1 to 8, and the same again: by nothing faster, and a tenth slower. */
async function threeSweeps(stack: Stack, serial: string) {
  const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), `${serial}-host`);
  const identity = { pciVendorId: 0x8086, model: "INTEL SSDPED1K375GA", serial };
  await host.report([{ identity, capacityBytes: 375_083_606_016 }]);
  const { id: driveId } = await stack.db.drive.findFirstOrThrow({ where: { serial } });
  const of = { driveId, hostId: host.hostId };
  return {
    first: await storeSweep(stack.db, { ...of, factor: 1, minute: 1 }),
    equal: await storeSweep(stack.db, { ...of, factor: 1.001, minute: 2 }),
    slower: await storeSweep(stack.db, { ...of, factor: 0.9, minute: 3 }),
    shorter: await storeSweep(stack.db, { ...of, factor: 1, minute: 4, durationSeconds: 30 }),
  };
}

const chips = (page: Page) => page.getByRole("list", { name: "Compared series" }).getByRole("listitem");

test("sweeps are curves, their differences are noise or are not, and the baseline can be chosen", async ({
  adminPage: page,
  stack,
}) => {
  const runs = await threeSweeps(stack, "SWEEPS0001");
  await page.goto(`/compare?s=run:${runs.first},run:${runs.equal},run:${runs.slower}`);
  await expect(page.getByRole("figure", { name: /^IOPS: 4\sKiB random read$/ })).toBeVisible();
  await comeTo(page, "Mean latency against throughput");
  await expect(page.getByRole("figure", { name: /^Latency against throughput: 4\sKiB random read$/ })).toBeVisible();

  await comeTo(page, "Differences");
  const table = page.getByRole("table", { name: "Differences of IOPS" });
  const deepest = table.getByRole("row", { name: /QD8/ });
  await expect(deepest.getByRole("cell").nth(1)).toContainText("noise");
  await expect(deepest.getByRole("cell").nth(2)).toContainText(/−10\.0.%.*slower, −[\d.]+ to −[\d.]+.%/s);

  await test.step("against the slow one, the others are faster", async () => {
    await chips(page)
      .nth(2)
      .getByRole("button", { name: /^Options of / })
      .click();
    await page.getByRole("button", { name: "Use as baseline" }).click();
    await expect(page).toHaveURL(new RegExp(`base=run:${runs.slower}`));
    await expect(chips(page).nth(2)).toContainText("baseline");
    await comeTo(page, "Differences");
    await expect(deepest.getByRole("cell").nth(1)).toContainText("faster");
  });
  await test.step("the order of the chips is that of the columns, and stands in the address", async () => {
    await chips(page)
      .nth(2)
      .getByRole("button", { name: /^Options of / })
      .click();
    await page.getByRole("button", { name: "Move left" }).click();
    await expect(page).toHaveURL(new RegExp(`s=run:${runs.first},run:${runs.slower},run:${runs.equal}`));
    await expect(chips(page).nth(1)).toContainText("baseline");
  });
  await test.step("differences in % are drawn with their intervals", async () => {
    await page.getByRole("radio", { name: "Difference from the baseline in %" }).check();
    await expect(page.getByRole("figure", { name: /^Difference of IOPS: 4\sKiB random read$/ })).toBeVisible();
    await expect(page.getByRole("figure", { name: /^IOPS: / })).toHaveCount(0);
  });
  await test.step("a removed series is gone from the address", async () => {
    await chips(page)
      .nth(2)
      .getByRole("button", { name: /^Remove / })
      .click();
    await expect(chips(page)).toHaveCount(2);
    await expect(page).not.toHaveURL(new RegExp(runs.equal));
  });
});

test("neither a zoom nor a difference outlives the figure that it is of", async ({ adminPage: page, stack }) => {
  const runs = await threeSweeps(stack, "SWEEPS0004");
  await page.goto(`/compare?s=run:${runs.first},run:${runs.slower}`);
  await comeTo(page, "Differences");
  await expect(page.getByRole("table", { name: "Differences of IOPS" })).toBeVisible();
  await test.step("operations a second that were zoomed into are no range of latencies", async () => {
    const chart = page.getByRole("figure", { name: /^IOPS: 4\sKiB random read$/ });
    await chart.scrollIntoViewIfNeeded();
    const drawing = chart.getByRole("application");
    await drawing.scrollIntoViewIfNeeded();
    const box = await drawing.boundingBox();
    if (box === null) throw new Error("The chart is not drawn.");
    const middle = box.x + box.width / 2;
    await page.mouse.move(middle, box.y + box.height / 4);
    await page.mouse.down();
    await page.mouse.move(middle, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    await expect(chart.getByRole("button", { name: "Reset zoom" })).toBeVisible();
  });
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/compare\.differences/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("radio", { name: "Mean latency", exact: true }).check();
  const latency = page.getByRole("figure", { name: /^Mean latency: 4\sKiB random read$/ });
  await expect(latency).toBeVisible();
  await expect(latency.getByRole("button", { name: "Reset zoom" })).toHaveCount(0);
  await test.step("until the differences of latencies are known, there are none", async () => {
    await comeTo(page, "Differences");
    await expect(page.getByText(/^Mean latency, in % of /)).toBeVisible();
    await expect(page.getByRole("table", { name: /^Differences of / })).toHaveCount(0);
    answer();
    await expect(page.getByRole("table", { name: "Differences of Mean latency" })).toBeVisible();
  });
});

test("what was not measured alike stands apart, unless it is matched by its load, and then it is said", async ({
  adminPage: page,
  stack,
}) => {
  const runs = await threeSweeps(stack, "SWEEPS0002");
  await page.goto(`/compare?s=run:${runs.first},run:${runs.shorter}&table=metric`);
  await comeTo(page, "All results");
  const table = page.getByRole("table", { name: "IOPS of all points and series" });
  const rows = table.getByRole("row", { name: /QD8/ });
  await expect(rows).toHaveCount(2);
  await expect(rows.first().getByText("Measured only otherwise: measured time (30 s).")).toHaveCount(1);

  await page.getByRole("combobox", { name: "Matching" }).selectOption({ label: "Match by pattern, size and depth" });
  await comeTo(page, "All results");
  await expect(rows).toHaveCount(1);
  await expect(rows.getByText(/Measured only otherwise/)).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Notes on these figures" })).toContainText(/Ignored: measured time/);
});

test("Back leads past the choice of series, to the comparison before", async ({ adminPage: page, stack }) => {
  const runs = await threeSweeps(stack, "SWEEPS0005");
  await page.goto("/compare/saved");
  await page.goto(`/compare?s=run:${runs.first}`);
  await expect(chips(page)).toHaveCount(1);
  const dialog = page.getByRole("dialog", { name: "Select series" });
  const open = () => pressUntilVisible(page.getByRole("button", { name: "Select series" }), dialog);
  await open();
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveURL(/choose/);
  await open();
  await dialog.getByRole("searchbox", { name: "Search series" }).fill("SWEEPS0005");
  await expect(dialog.getByRole("checkbox")).toHaveCount(4);
  await dialog.getByRole("checkbox", { checked: false }).first().check();
  await dialog.getByRole("button", { name: "Compare 2 series" }).click();
  await expect(chips(page)).toHaveCount(2);
  // The address follows what is shown: Back before that would leave the page.
  const inAddress = () => decodeURIComponent(new URL(page.url()).search).match(/run:/g)?.length;
  await expect.poll(inAddress).toBe(2);
  await page.goBack();
  await expect(chips(page)).toHaveCount(1);
  await expect(dialog).toBeHidden();
  await expect(page).not.toHaveURL(/choose/);
  await page.goBack();
  await expect(page).toHaveURL(/\/compare\/saved$/);
});

test("series are chosen by kind and search, at most twelve", async ({ adminPage: page, stack }) => {
  const runs = await threeSweeps(stack, "SWEEPS0003");
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/compare\.get/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/compare?s=run:${runs.first}`);
  // Sooner than it is known what is compared: that is no reason to forget it.
  await page.getByRole("button", { name: "Select series" }).click();
  const dialog = page.getByRole("dialog", { name: "Select series" });
  await expect(page).toHaveURL(/choose=true/);
  answer();
  await expect(dialog).toContainText("1 of at most 12 selected");
  await page.reload();
  await expect(dialog, "it begins with what is compared, also where the address opens it").toContainText(
    "1 of at most 12 selected",
  );
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page).not.toHaveURL(/choose/);
  await page.getByRole("button", { name: "Select series" }).click();
  await dialog.getByRole("searchbox", { name: "Search series" }).fill("SWEEPS0003");
  await expect(dialog.getByRole("checkbox")).toHaveCount(4);
  await dialog.getByRole("checkbox", { checked: false }).first().check();
  await dialog.getByRole("radio", { name: "Published" }).check();
  await dialog.getByRole("searchbox", { name: "Search series" }).fill("p3700 800GB");
  await expect(dialog.getByRole("checkbox"), "what the search leaves").toHaveCount(1);
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: "Compare 3 series" }).click();
  await expect(dialog).toBeHidden();
  await expect(chips(page)).toHaveCount(3);
  await expect(chips(page).nth(2)).toContainText("Intel SSD DC P3700 800GB");
});
