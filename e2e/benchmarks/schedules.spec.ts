import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";
import { picture } from "../steps/picture.ts";
import { signIn } from "../steps/sign-in.ts";

const model = "INTEL SSDPEDMD400G4";
const hostname = "schedule-shelf";
const serials = ["CVFTSCHEDULE0001", "CVFTSCHEDULE0002"] as const;

test.describe("schedules", () => {
  test.describe.configure({ mode: "serial" });

  test.beforeAll(async ({ stack }) => {
    const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), hostname);
    await host.reportPolicy({ path: "/etc/crosspoint/policy.toml", allow: [], deny: [] });
    const identities = serials.map((serial) => ({ pciVendorId: 0x8086, model, serial }));
    await host.report(identities.map((identity) => ({ identity, capacityBytes: 400_088_457_216 })));
  });

  test("a weekly one is made by keyboard, says when it is due, is paused, resumed and deleted", async ({
    adminPage: page,
  }) => {
    await page.goto("/benchmarks/schedules");
    await expect(page.getByText("No schedules yet")).toBeVisible();
    await picture(page, "schedules-empty");
    await page.getByRole("link", { name: "New schedule" }).first().click();
    await page.getByRole("searchbox", { name: "Search targets" }).fill(hostname);
    await page.getByRole("button", { name: "Select these 2", exact: true }).click();
    const create = page.getByRole("button", { name: "Schedule on 2 targets" });
    await expect(create).toBeDisabled();
    await expect(page.getByText("Choose at least one day.")).toBeVisible();
    for (const day of ["Sunday", "Wednesday"]) await page.getByRole("button", { name: day }).press("Space");
    await page.getByLabel("Time", { exact: true }).fill("02:30");
    await page.getByRole("combobox", { name: "Time zone" }).fill("Mars/Olympus");
    await expect(page.getByText("A time zone such as Europe/Berlin.").first()).toBeVisible();
    await page.getByRole("combobox", { name: "Time zone" }).fill("Europe/Berlin");
    await expect(page.getByText("Give the schedule a name.")).toBeVisible();
    await page.getByRole("textbox", { name: "Name" }).fill("Weekly check");
    await picture(page, "launch-weekly");
    await create.press("Enter");

    const row = page.getByRole("table", { name: "Schedules" }).getByRole("row", { name: "Weekly check" });
    await expect(row).toContainText("Active");
    await expect(row).toContainText("Wednesdays and Sundays at 02:30, Europe/Berlin");
    await expect(row).toContainText("one per host at a time");
    await expect(row).toContainText("not launched yet");
    await expect(row.getByRole("time").first()).toHaveAttribute("datetime", /T0[01]:30:00/);
    await picture(page, "schedules");
    await row.getByRole("button", { name: "Pause Weekly check" }).press("Enter");
    await expect(row).toContainText("Paused");
    await row.getByRole("button", { name: "Resume Weekly check" }).click();
    await expect(row).toContainText("Active");
    await row.getByRole("button", { name: "Delete Weekly check" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete this schedule?" });
    await expect(dialog).toContainText("Weekly check");
    await expect(dialog.getByRole("button", { name: "Keep schedule" }), "Enter changes nothing").toBeFocused();
    await dialog.getByRole("button", { name: "Delete schedule" }).click();
    await expect(page.getByText("No schedules yet")).toBeVisible();
  });

  test("one at a time launches by itself and leads to its batch", async ({ adminPage: page, stack }) => {
    test.setTimeout(120_000);
    const drive = await stack.db.drive.findFirstOrThrow({ where: { serial: serials[0] } });
    await page.goto(`/benchmarks/new?drive=${drive.id}&short=5`);
    await page.getByRole("radio", { name: "At a time" }).check();
    await page.getByRole("textbox", { name: "Name" }).fill("Soon");
    const at = await page.evaluate(() => {
      const soon = new Date(Date.now() + 8000);
      return new Date(soon.getTime() - soon.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
    });
    await page.getByLabel("Time", { exact: true }).fill(at);
    await page.getByRole("button", { name: /^Schedule Quick check, shortened to points of 5 s on / }).click();
    const row = page.getByRole("table", { name: "Schedules" }).getByRole("row", { name: "Soon" });
    await expect(row).toContainText("Active");
    await expect(row).toContainText(/Once, \d{4}-/);
    await expect(row, "it fires by itself, and the page sees it").toContainText("Over", { timeout: 90_000 });
    await picture(page, "schedules-over");
    await row.getByRole("link", { name: /^\d{4}-/ }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Soon on 1 target");
    await expect(page.getByRole("table", { name: "Runs of the batch" })).toContainText(serials[0]);
    await page.getByRole("link", { name: "Launched by a schedule" }).click();
    await expect(page.getByRole("table", { name: "Batches" }).getByRole("row", { name: "Soon" })).toHaveCount(1);
    await stack.db.benchmarkRun.updateMany({ where: { driveId: drive.id }, data: { state: "declined" } });
  });

  test("what was missed says when and why; a viewer sees it and changes nothing", async ({
    adminPage: page,
    browser,
    baseURL,
    stack,
  }) => {
    const missedAt = new Date("2026-11-15T01:30:00Z");
    await stack.db.benchmarkSchedule.updateMany({
      where: { name: "Soon" },
      data: { missedAt, missedReason: "The server was not running when it was due.", missedCount: 2 },
    });
    await page.goto("/benchmarks/schedules");
    const row = page.getByRole("table", { name: "Schedules" }).getByRole("row", { name: "Soon" });
    await expect(row).toContainText("Missed 2 times");
    await expect(row).toContainText("The server was not running when it was due.");

    const viewer = { name: "Vito Viewer", email: "vito-schedules@example.com", password: "looks at schedules only" };
    await stack.addPerson(viewer, "viewer");
    const context = await browser.newContext({ baseURL });
    const theirs = await context.newPage();
    await signIn(theirs, viewer);
    await theirs.goto("/benchmarks/schedules");
    await expect(theirs.getByRole("row", { name: "Soon" })).toContainText("Missed 2 times");
    await expect(theirs.getByRole("button", { name: "New schedule" })).toBeDisabled();
    await expect(theirs.getByRole("button", { name: "Delete Soon" })).toBeDisabled();
    await theirs.goto("/benchmarks/batches");
    await expect(theirs.getByRole("row", { name: "Soon" })).toBeVisible();
    await context.close();
  });
});
