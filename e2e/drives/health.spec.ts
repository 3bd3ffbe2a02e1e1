import { refreshDriveLists } from "@crosspoint/db/queries/refresh-drive-lists";
import { HOST_SILENT_AFTER_MS } from "@crosspoint/domain";
import { judgePasts } from "@crosspoint/services/health/judge-past";
import { markForToday } from "@crosspoint/services/health/mark-for-today";
import { storeHistory } from "@crosspoint/services/telemetry/testing/stored-history";
import type { Locator, Page } from "@playwright/test";
import { p3700, p4800x } from "../stack/drive-models.ts";
import { expect, test } from "../stack/fixtures.ts";
import { type SimulatedDrive, SimulatedHost } from "../stack/simulated-host.ts";
import type { Stack } from "../stack/stack.ts";
import { storeSpecCheck } from "../stack/stored-spec-check.ts";
import { comeTo } from "../steps/come-to.ts";
import { picture } from "../steps/picture.ts";
import { pressUntilVisible } from "../steps/press-until.ts";

/** The worker looks every few seconds. */
const soon = { timeout: 30_000 };

const enroll = async (stack: Stack, hostname: string) =>
  SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), hostname);
const idOf = async ({ db }: Stack, serial: string) => (await db.drive.findFirstOrThrow({ where: { serial } })).id;
const with4h = (serial: string, log: SimulatedDrive["log"]) => ({
  ...p4800x(serial),
  log: { criticalWarning: 4, ...log },
});

const verdict = (page: Page) => page.getByRole("main").locator("header").first();
const conditions = (page: Page) => page.getByRole("list", { name: "Open conditions" });
const condition = (page: Page, title: string) => conditions(page).getByRole("listitem", { name: title });

test("a good drive shows how its six figures went, and when its wear ends", async ({ adminPage: page, stack }) => {
  test.setTimeout(120_000);
  const host = await enroll(stack, "health-good");
  await host.report([p4800x("HLTHGOOD1"), p4800x("HLTHFRESH1")]);
  const driveId = await idOf(stack, "HLTHGOOD1");
  const now = new Date();
  // A percent each 30 days for 225 of them: 3 to 10 %, the last 15 days ago; and 95 are left of the model's 105.
  await storeHistory(stack.db, { driveIds: [driveId], now, days: 225, fine: { days: 1, everySeconds: 3600 } });
  // 10 MB/s for so long.
  const units = { dataUnitsRead: "77760000", dataUnitsWritten: "379687500", powerOnHours: "5400", mediaErrors: "2" };
  await host.report([{ ...p4800x("HLTHGOOD1"), log: { percentageUsed: 10, ...units } }, p4800x("HLTHFRESH1")]);
  const context = { db: stack.db, actor: { kind: "system", label: "test" } as const, now };
  // On this host for longer than it was stored.
  const firstSeenAt = new Date(now.getTime() - 300 * 86_400_000);
  await stack.db.driveSighting.updateMany({ where: { driveId }, data: { firstSeenAt } });
  await stack.db.$transaction((tx) => refreshDriveLists(tx, [driveId]));
  await stack.db.driveWear.deleteMany({ where: { driveId } });
  await markForToday(context);
  await judgePasts(context);

  await page.goto(`/drives/${driveId}`);
  await expect(verdict(page)).toContainText("Good");
  const figures = page.getByRole("region", { name: "Key figures" });
  await expect(figures).toContainText(/Percentage used.*\+1 point in 30 days/);
  await expect(figures).toContainText(/Temperature.*up to \d+.°C in 30 days/);
  await expect(figures).toContainText(/Available spare.*unchanged in 30 days/);
  // 10 MB/s are 864 GB a day.
  await expect(figures).toContainText(/Written.*(25|26)(\.\d+)?.TB in 30 days/);
  await expect(figures).toContainText(/Media errors.*1 new in 30 days/);
  await expect(figures).toContainText(/Power-on hours.*\+7\d\d.h in 30 days/);
  await expect(page.getByText("No open conditions.")).toBeVisible();

  const wear = page.getByRole("region", { name: "Wear" });
  await expect(wear).toContainText(
    /105.%, where this model limits its writes, is reached between 20\d\d-\d\d-\d\d and/,
  );
  const writes = wear.getByRole("table", { name: "Writes per day" });
  // 864 GB a day are 2.3 of a drive of 375 GB, which is rated for 30.
  await expect(writes.getByRole("row", { name: /^Over 30 days/ })).toContainText(
    /864.GB.*2\.3\d?.*7\.6\d?.% of the rating/,
  );
  await expect(wear.getByRole("region", { name: "What the end means" })).toContainText(/30.MB\/s/);
  await picture(page, "drive-good");

  await test.step("of one that has only just come nothing is made up", async () => {
    await page.goto(`/drives/${await idOf(stack, "HLTHFRESH1")}`);
    await expect(
      page.getByRole("region", { name: "Key figures" }).getByText("not enough data for a trend"),
    ).toHaveCount(6);
    await expect(page.getByRole("region", { name: "Wear" })).toContainText("Not enough data for a date.");
    await expect(page.getByRole("table", { name: "Writes per day" }).getByText("Not enough data")).toHaveCount(6);
    await picture(page, "drive-fresh");
  });
});

test("critical warning 04h says of a worn drive to watch it, and of a fresh one to replace it", async ({
  adminPage: page,
  stack,
}) => {
  const host = await enroll(stack, "health-reliability");
  await host.report([with4h("HLTHWORN104", { percentageUsed: 104 }), with4h("HLTHDYING0", { percentageUsed: 0 })]);

  await page.goto(`/drives/${await idOf(stack, "HLTHWORN104")}`);
  await expect(verdict(page)).toContainText("Watch");
  const worn = condition(page, "Reliability degraded");
  await expect(worn).toContainText("bit 2");
  await expect(worn).toContainText("the warning most likely says no more than that");
  await expect(worn).toContainText("Plan a replacement and keep a copy.");
  const limit = condition(page, "Write limit");
  await expect(limit).toContainText(/Value104.%Threshold100.%/);
  await picture(page, "drive-worn");

  await page.goto(`/drives/${await idOf(stack, "HLTHDYING0")}`);
  await expect(verdict(page)).toContainText("Replace");
  const dying = condition(page, "Reliability degraded");
  await expect(dying).toContainText("The drive itself distrusts its media or its own logic.");
  await expect(dying).toContainText("Copy the data off now.");
  await picture(page, "drive-dying");
});

test("what is acknowledged counts for no verdict until it is worse, and can be withdrawn", async ({
  adminPage: page,
  stack,
}) => {
  const host = await enroll(stack, "health-acknowledged");
  // The write limit of this model is watched from 100 % on.
  const used = (percentageUsed: number) => host.report([{ ...p4800x("HLTHKNOWN"), log: { percentageUsed } }]);
  await used(92);
  const path = `/drives/${await idOf(stack, "HLTHKNOWN")}`;
  await page.goto(path);
  await expect(verdict(page)).toContainText("Watch");
  const known = condition(page, "Percentage used");
  const dialog = page.getByRole("dialog", { name: "Acknowledge: Percentage used" });
  await pressUntilVisible(known.getByRole("button", { name: "Acknowledge…" }), dialog);
  await expect(dialog).toContainText(/Until it gets worse than now \(92.%\) it counts for no verdict\./);
  await expect(dialog.getByRole("button", { name: "Acknowledge" })).toBeDisabled();
  await dialog.getByLabel("Note").fill("replacement ordered");
  await picture(page, "drive-acknowledge");
  await dialog.getByRole("button", { name: "Acknowledge" }).click();
  await expect(verdict(page)).toContainText("Good");
  await expect(known).toContainText("replacement ordered It counts for no verdict until it gets worse.");
  await picture(page, "drive-acknowledged");

  await test.step("a percent more counts again", async () => {
    await used(93);
    await expect(verdict(page)).toContainText("Watch", soon);
    await expect(known).toContainText("It got worse since it was acknowledged by");
    await expect(known.getByRole("button", { name: "Acknowledge…" })).toBeVisible();
  });
  await test.step("acknowledged anew and withdrawn", async () => {
    await pressUntilVisible(known.getByRole("button", { name: "Acknowledge…" }), dialog);
    await dialog.getByLabel("Note").fill("still ordered");
    await dialog.getByRole("button", { name: "Acknowledge" }).click();
    await expect(verdict(page)).toContainText("Good");
    await known.getByRole("button", { name: "Withdraw acknowledgement" }).click();
    await expect(verdict(page)).toContainText("Watch");
    await expect(known).not.toContainText("cknowledged by");
  });
});

test("a drive of a silent host is not reporting; one that was pulled is missing until it is retired", async ({
  adminPage: page,
  stack,
}) => {
  const host = await enroll(stack, "health-pulled");
  await host.report([p4800x("HLTHPULLED"), p4800x("HLTHSTAYED")]);
  await host.report([p4800x("HLTHSTAYED")]);
  const silent = await enroll(stack, "health-silent");
  await silent.report([p4800x("HLTHSILENT")]);
  const lastSeenAt = new Date(Date.now() - HOST_SILENT_AFTER_MS - 60_000);
  await stack.db.host.update({ where: { id: silent.hostId }, data: { lastSeenAt } });

  await page.goto(`/drives/${await idOf(stack, "HLTHPULLED")}`);
  await expect(verdict(page)).toContainText("Missing", soon);
  const missing = conditions(page).getByRole("listitem");
  await expect(missing.getByRole("button", { name: "Acknowledge…" }), "that cannot be acknowledged away").toHaveCount(
    0,
  );
  const figures = page.getByRole("region", { name: "Key figures" });
  await expect(figures).toContainText(/^Last read .* ago/);
  await picture(page, "drive-missing");
  const dialog = page.getByRole("dialog", { name: "Lifecycle of HLTHPULLED" });
  await pressUntilVisible(missing.getByRole("button", { name: "Retire…" }), dialog);
  await expect(dialog.getByLabel("Lifecycle")).toHaveValue("retired");
  await dialog.getByLabel("Reason").fill("returned to the vendor");
  await dialog.getByRole("button", { name: "Change lifecycle" }).click();
  await expect(verdict(page)).not.toContainText("Missing");
  await expect(page.getByText("No open conditions.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Lifecycle" })).toContainText("returned to the vendor");
  await picture(page, "drive-retired");

  await page.goto(`/drives/${await idOf(stack, "HLTHSILENT")}`);
  await expect(verdict(page)).toContainText("Not reporting", soon);
  const notReporting: Locator = conditions(page).getByRole("listitem");
  await expect(notReporting.getByRole("link", { name: "Open host" })).toHaveAttribute(
    "href",
    `/hosts/${silent.hostId}`,
  );
  await expect(figures).toContainText(/^Last read .* ago/);
  await picture(page, "drive-not-reporting");
});

test("an admin overrides a threshold for one drive, with why, and takes it back", async ({
  adminPage: page,
  stack,
}) => {
  const host = await enroll(stack, "health-threshold");
  await host.report([{ ...p4800x("HLTHSETHERE"), log: { percentageUsed: 85 } }]);
  const driveId = await idOf(stack, "HLTHSETHERE");
  await page.goto(`/drives/${driveId}`);
  const panel = await comeTo(page, "Health thresholds");
  await expect(panel.getByText("All rules go by their own thresholds here.")).toBeVisible();
  const table = page.getByRole("table", { name: "Health thresholds" });
  await pressUntilVisible(panel.getByRole("button", { name: "Show all rules" }), table);
  const row = table.getByRole("row", { name: /^Percentage used/ });
  await expect(row).toContainText(/90.% or more.*the rule's default/);
  const dialog = page.getByRole("dialog", { name: "Threshold: Percentage used" });
  await row.getByRole("button", { name: "Override…" }).click();
  await dialog.getByLabel("Threshold (%)").fill("80");
  await dialog.getByLabel("Why").fill("a database's journal");
  await picture(page, "drive-threshold");
  await dialog.getByRole("button", { name: "Set threshold" }).click();
  await expect(row).toContainText(
    /80.% or more.*without this:.*90.%.*the rule's default.*for this drive.*a database's journal/,
  );
  await test.step("the next sample is judged by it", async () => {
    await host.report([{ ...p4800x("HLTHSETHERE"), log: { percentageUsed: 85 } }]);
    await expect(condition(page, "Percentage used")).toContainText(/Value85.%Threshold80.%/, soon);
  });
  await row.getByRole("button", { name: "Override…" }).click();
  await dialog.getByLabel("Why").fill("moved away");
  await dialog.getByRole("button", { name: "Remove override" }).click();
  await expect(row).toContainText("the rule's default");
});

test("findings open the dialog that fixes them, filled in; the spec sheet and the past are shown", async ({
  adminPage: page,
  stack,
}) => {
  const host = await enroll(stack, "health-findings");
  const drive = p3700("HLTHFINDINGS");
  const formats = [
    { index: 0, dataBytes: 512, metadataBytes: 0, relativePerformance: 2 },
    { index: 3, dataBytes: 4096, metadataBytes: 0, relativePerformance: 0 },
  ];
  const namespace = { lbaFormats: formats, currentLbaFormat: 0, scheduler: "bfq" };
  const hot = { ...drive, namespace, log: { compositeTemperatureKelvin: 355, percentageUsed: 91 } };
  await host.report([hot]);
  const driveId = await idOf(stack, "HLTHFINDINGS");
  await storeSpecCheck(stack.db, { driveId, hostId: host.hostId, model: drive.identity.model });
  await page.goto(`/drives/${driveId}`);
  const findings = page.getByRole("table", { name: "Performance findings" });
  await expect(findings, "why it cannot be formatted").toContainText(/Format to 4.KiB….*policy/);

  const allow = [{ serials: ["HLTHFINDINGS"], models: [], actions: ["format"] }];
  await host.reportPolicy({ path: "/etc/crosspoint/policy.toml", allow, deny: [] });
  await page.reload();
  const format = page.getByRole("dialog", { name: "Format HLTHFINDINGS" });
  const formatButton = findings.getByRole("button", { name: /^Format to 4.KiB…$/ });
  await pressUntilVisible(formatButton, format);
  await expect(format.getByLabel("LBA format")).toHaveValue("3");
  await expect(format.getByText("This can't be undone.")).toBeVisible();
  await page.keyboard.press("Escape");
  await findings.getByRole("button", { name: "Set scheduler to none…" }).click();
  await expect(page.getByRole("dialog").getByLabel("I/O scheduler")).toHaveValue("none");
  await page.keyboard.press("Escape");

  const hotter = condition(page, "Critical temperature");
  await expect(hotter).toContainText(/Value82.°CThreshold80.°C/);
  await hotter.getByRole("button", { name: "Limit power…" }).click();
  await expect(page.getByRole("dialog").getByLabel("Power state")).toBeVisible();
  await page.keyboard.press("Escape");

  const lanes = page.getByRole("figure", { name: "Conditions and events" });
  await lanes.getByRole("button", { name: /^Show table/ }).click();
  await expect(lanes.getByRole("row", { name: /Critical temperature \(watch\)/ })).toBeVisible();
  await expect(lanes.getByRole("row", { name: /Appeared|seen/ })).toBeVisible();
  await expect(page.getByRole("figure", { name: "Temperature" })).toContainText(/Critical 80.°C/);

  const rated = page.getByRole("table", { name: "Rated figures" });
  await expect(rated.getByRole("row", { name: /Random read/i }).first()).toContainText(/Missed by 10.%|Met/);
  await picture(page, "drive-findings");
});
