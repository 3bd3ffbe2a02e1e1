import { readFileSync } from "node:fs";
import { expect, test } from "../stack/fixtures.ts";
import { picture } from "../steps/picture.ts";
import { addStep, expectSteps, nameNewPlan, saveVersion, stepCard } from "../steps/plan-builder.ts";
import { signIn } from "../steps/sign-in.ts";

test("starts from a built-in plan, and moves its steps by keyboard with the focus kept", async ({
  adminPage: page,
}) => {
  await page.goto("/benchmarks/plans?search=snia latency");
  await page.getByRole("link", { name: /^Start from this: SNIA PTS-E: latency/ }).click();
  const name = page.getByRole("textbox", { name: "Name" });
  await expect(name).toHaveValue(/^Copy of SNIA PTS-E: latency/);
  await expectSteps(page, ["Purge", "Fill", "Rounds"]);
  await picture(page, "builder-snia");

  const up = stepCard(page, "2").getByRole("button", { name: "Move step 2, Fill up" });
  await up.focus();
  await page.keyboard.press("Enter");
  await expectSteps(page, ["Fill", "Purge", "Rounds"]);
  await expect(page.getByRole("button", { name: "Move step 1, Fill up" })).toBeFocused();
  await page.keyboard.press("Control+z");
  await expectSteps(page, ["Purge", "Fill", "Rounds"]);

  await page.getByRole("button", { name: "Move step 2, Fill into the steps beside it" }).press("Enter");
  await expectSteps(page, ["Purge", "Rounds"]);
  await expect(stepCard(page, "2.1")).toHaveAccessibleName("Step 2.1, Fill");
  await expect(page.getByRole("button", { name: "Move step 2.1, Fill into the steps beside it" })).toBeFocused();
  await page.getByRole("button", { name: "Move step 2.1, Fill out of the step around it" }).press("Enter");
  await expectSteps(page, ["Purge", "Rounds", "Fill"]);

  await page.getByRole("button", { name: "Remove step 3, Fill" }).click();
  await expectSteps(page, ["Purge", "Rounds"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expectSteps(page, ["Purge", "Rounds", "Fill"]);
});

test("drags a step to another place, and into another step", async ({ adminPage: page }) => {
  await nameNewPlan(page, "Dragged");
  for (const kind of ["Idle", "Sweep", "Each"]) await addStep(page, kind);
  const handle = (number: string) => stepCard(page, number).getByTitle("Drag to move").first();
  const toggle = (number: string) => stepCard(page, number).getByRole("button", { expanded: true }).first();
  for (const number of ["1", "2", "3"]) await toggle(number).click();
  await handle("2").dragTo(handle("1"), { targetPosition: { x: 5, y: 2 } });
  await expectSteps(page, ["Sweep", "Idle", "Each"]);
  await handle("2").dragTo(page.getByRole("button", { name: "Add step to Each" }));
  await expectSteps(page, ["Sweep", "Each"]);
  await expect(stepCard(page, "2.2")).toHaveAccessibleName("Step 2.2, Idle");
});

test("takes values as chips, and shows a mistake at its field until it is mended", async ({ adminPage: page }) => {
  await nameNewPlan(page, "Depths of ours");
  await addStep(page, "Sweep");
  const depths = page.getByRole("group", { name: "Queue depth" });
  const input = depths.getByRole("textbox", { name: "Queue depth" });
  // The seven of a new sweep: 1 to 64.
  await expect(depths.getByRole("button")).toHaveCount(7);
  for (let chip = 0; chip < 7; chip += 1) await input.press("Backspace");
  await expect(depths.getByRole("button")).toHaveCount(0);
  await input.fill("1..16");
  await input.press("Enter");
  await expect(depths.getByRole("button")).toHaveCount(5);
  await depths.getByRole("button", { name: "Remove 8 from Queue depth" }).click();
  await input.fill("8 5000");
  await input.press("Enter");
  await expect(depths.getByRole("button").nth(3), "where the order wants it").toHaveAccessibleName(
    "Remove 8 from Queue depth",
  );

  const words = "expected a whole number from 1 to 4096, found 5000";
  await expect(page.getByRole("alert").filter({ hasText: words })).toBeVisible();
  await expect(input).toHaveAttribute("aria-invalid", "true");
  const mistakes = page.getByRole("region", { name: "Mistakes" });
  await expect(mistakes).toContainText(`Step 1, Sweep: queueDepth${words}`);
  await expect(page.getByRole("button", { name: "Save plan" })).toHaveAttribute("aria-disabled", "true");
  await picture(page, "builder-mistake");
  await input.fill("6000");
  await input.press("Enter");
  await expect(depths.getByText("is wrong"), "every wrong value is marked").toHaveCount(2);
  await depths.getByRole("button", { name: "Remove 6000 from Queue depth" }).click();
  await depths.getByRole("button", { name: "Remove 5000 from Queue depth" }).click();
  await expect(mistakes).toHaveCount(0);
  const blocks = page.getByRole("group", { name: "Block size (B)" });
  await blocks.getByRole("textbox").fill("4k,128k");
  await blocks.getByRole("textbox").press("Enter");
  // Two sizes at five depths, 65 s each.
  await expect(page.getByRole("region", { name: "What it comes to" })).toContainText(/10 points.*10\smin 50\ss/s);
  await expect(page.getByRole("table", { name: "Points" }).getByRole("row")).toHaveCount(11);
});

test("keeps what is typed over a reload, and saves it in versions that can be looked at and taken back", async ({
  adminPage: page,
}) => {
  await nameNewPlan(page, "Nightly reads");
  await addStep(page, "Sweep");
  await page.reload();
  await expect(page.getByText("Restored your unsaved draft")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Nightly reads");
  await expectSteps(page, ["Sweep"]);
  await page.getByRole("textbox", { name: "Note" }).fill("to begin with");
  await saveVersion(page, 1);
  await expect(page.getByRole("heading", { level: 1, name: "Nightly reads" })).toBeVisible();
  await page.reload();
  await expect(page.getByText("Restored your unsaved draft")).toHaveCount(0);

  await page.getByRole("textbox", { name: "Duration (s)" }).fill("2m");
  await page.goto("/benchmarks/plans");
  await expect(page.getByRole("region", { name: "Unsaved drafts" })).toContainText("Nightly reads");
  await page.getByRole("region", { name: "Unsaved drafts" }).getByRole("link", { name: "Nightly reads" }).click();
  await expect(page.getByText("Restored your unsaved draft")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Duration (s)" })).toHaveValue("120");
  await page.getByRole("textbox", { name: "Note" }).fill("longer points");
  await saveVersion(page, 2);

  const versions = page.getByRole("region", { name: "Versions" });
  await expect(versions).toContainText("longer points");
  await versions.getByRole("button", { name: "Look at version 1" }).click();
  const dialog = page.getByRole("dialog", { name: "Nightly reads, version 1" });
  const changes = dialog.getByRole("region", { name: "Changes" });
  await expect(changes.getByRole("listitem").filter({ hasText: "removed" })).toContainText("durationSeconds: 60");
  await expect(changes.getByRole("listitem").filter({ hasText: "added" })).toContainText("durationSeconds: 120");
  await picture(page, "builder-version");
  await dialog.getByRole("button", { name: "Make version 1 the newest" }).click();
  await expect(page.getByText("Version 3, saved by")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Duration (s)" })).toHaveValue("60");

  // A text that cannot be read stands in nobody's way once another version is edited.
  await page.getByRole("radio", { name: "Text" }).check();
  const text = page.getByRole("textbox", { name: "Plan as YAML" });
  const written = await text.inputValue();
  await text.fill("name: [");
  await versions.getByRole("button", { name: "Look at version 2" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Edit from it" }).click();
  await expect(text).toHaveValue(/durationSeconds: 120/);
  await expect(page.getByRole("button", { name: "Save version 4" })).toBeEnabled();
  await text.fill(written);
  await expect(page.getByText("unsaved changes, kept in this browser")).toHaveCount(0);

  await page.getByRole("link", { name: "Run this plan" }).click();
  await expect(page).toHaveURL(/\/benchmarks\/new\?plan=saved\.[0-9a-f-]{36}\.3$/);
  await expect(page.getByRole("radio", { name: /^Nightly reads/ })).toBeChecked();
});

test("loses nothing of two people who edit one plan", async ({ adminPage: page, stack }) => {
  await nameNewPlan(page, "Edited by two");
  await addStep(page, "Sweep");
  await saveVersion(page, 1);
  await page.getByRole("textbox", { name: "Duration (s)" }).fill("90");

  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const other = await page.context().newPage();
  await other.goto(`/benchmarks/plans/${id}`);
  // The same browser keeps one draft of the plan: the other person begins from what is saved.
  await other.getByRole("button", { name: "Discard draft" }).click();
  await other.getByRole("textbox", { name: "Warm-up (s)" }).fill("7");
  await saveVersion(other, 2);
  await other.close();

  await expect(page.getByText(/^Version 2 was saved by .* while version 1 was edited here$/)).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Duration (s)" })).toHaveValue("90");
  await page.getByRole("button", { name: "Compare…" }).click();
  const dialog = page.getByRole("dialog", { name: "Version 2 and your changes" });
  await expect(dialog.getByRole("region", { name: "Differences" })).toContainText("rampSeconds: 7");
  await dialog.getByRole("button", { name: "Keep mine for version 3" }).click();
  await saveVersion(page, 3);
  const rows = await stack.db.savedPlanVersion.findMany({ where: { planId: id }, orderBy: { version: "asc" } });
  const steps = rows.map(({ document }) => (document as { steps: object[] }).steps[0]);
  expect(steps).toMatchObject([
    { rampSeconds: 5, durationSeconds: 60 },
    { rampSeconds: 7, durationSeconds: 60 },
    { rampSeconds: 5, durationSeconds: 90 },
  ]);
});

test("takes for saved what was sent, and keeps what is typed until the answer comes", async ({ adminPage: page }) => {
  await nameNewPlan(page, "Typed on");
  await addStep(page, "Sweep");
  await saveVersion(page, 1);
  const duration = page.getByRole("textbox", { name: "Duration (s)" });
  await duration.fill("90");
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route(/plan\.saveVersion/, async (route) => {
    await answered;
    await route.continue();
  });
  await page.getByRole("button", { name: "Save version 2" }).click();
  await duration.fill("120");
  answer();
  await expect(page.getByText("Saved as version 2")).toBeVisible();
  await expect(page.getByText("unsaved changes, kept in this browser")).toBeVisible();
  await page.reload();
  await expect(duration).toHaveValue("120");
});

test("edits the same plan as text, with mistakes by line, and exports what imports again", async ({
  adminPage: page,
}) => {
  await nameNewPlan(page, "As text");
  await addStep(page, "Sweep");
  await page.getByRole("radio", { name: "Text" }).check();
  const text = page.getByRole("textbox", { name: "Plan as YAML" });
  const written = await text.inputValue();
  expect(written).toContain("queueDepth: [1, 2, 4, 8, 16, 32, 64]");
  await text.fill(written.replace("durationSeconds: 60", "durationSeconds: soon"));
  const line = written.split("\n").findIndex((each) => each.includes("durationSeconds")) + 1;
  const byLine = page.getByRole("list", { name: "Mistakes by line" });
  await expect(byLine).toContainText(`Line ${line}Step 1, Sweep: durationSeconds`);
  await text.fill("name: [");
  await expect(byLine).toContainText("this is neither YAML nor JSON");
  await page.getByRole("radio", { name: "Cards" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Correct the text first" })).toBeVisible();
  await text.fill(written.replace("durationSeconds: 60", "durationSeconds: 45"));
  await page.getByRole("radio", { name: "Cards" }).check();
  await stepCard(page, "1").getByRole("button", { expanded: false }).click();
  await expect(page.getByRole("textbox", { name: "Duration (s)" })).toHaveValue("45");
  await saveVersion(page, 1);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page
      .getByRole("button", { name: "Export", exact: true })
      .click()
      .then(() => page.getByRole("button", { name: "YAML", exact: true }).click()),
  ]);
  expect(download.suggestedFilename()).toBe("as-text.yaml");
  const exported = readFileSync(await download.path(), "utf8");
  await page.goto("/benchmarks/plans");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Import a plan" });
  await dialog.getByRole("textbox").fill(exported.replace("readPercent: 100", "readPercent: 101"));
  await expect(dialog.getByRole("list", { name: "Mistakes" })).toContainText(/Line \d+ Step 1, Sweep: readPercent/);
  await dialog.getByRole("textbox").fill("[global]\nioengine=io_uring\n\n[reads]\nrw=randread\n");
  await expect(dialog.getByRole("list", { name: "Mistakes" })).toContainText("This is a job file of fio.");
  await dialog.getByRole("textbox").fill(exported);
  await expect(dialog).toContainText("A plan of 7 points, without mistakes");
  await dialog.getByRole("button", { name: "Open in the builder" }).click();
  await expect(page.getByText("Imported; not saved yet")).toBeVisible();
  await page.getByRole("radio", { name: "Text" }).check();
  expect(await text.inputValue()).toBe(
    exported
      .split("\n")
      .filter((each) => !/^(id|readsOnly):/.test(each))
      .join("\n"),
  );
});

test("says what fio cannot do of a plan before its job file is taken", async ({ adminPage: page }) => {
  await page.goto("/benchmarks/plans?search=snia latency");
  await page.getByRole("button", { name: /^Export SNIA PTS-E: latency/ }).click();
  await page.getByRole("button", { name: "fio job file…" }).click();
  const dialog = page.getByRole("dialog", { name: "Job file for fio" });
  await expect(dialog.getByRole("list", { name: "What fio cannot do" })).toContainText(
    "Step 1, purge: fio cannot do this",
  );
  await picture(page, "plans-fio");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: /^Download .*\.fio$/ }).click(),
  ]);
  expect(readFileSync(await download.path(), "utf8")).toContain("[point-1]");
});

test("shows a viewer a plan that cannot be changed", async ({ adminPage, browser, baseURL, stack }) => {
  await nameNewPlan(adminPage, "Looked at");
  await addStep(adminPage, "Sweep");
  await saveVersion(adminPage, 1);
  const viewer = { name: "Vera", email: "builder-viewer@example.com", password: "only here to look at plans" };
  await stack.addPerson(viewer, "viewer");
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await signIn(page, viewer);
  await page.goto(new URL(adminPage.url()).pathname);
  await expectSteps(page, ["Sweep"]);
  await expect(page.getByRole("textbox", { name: "Name" })).toBeDisabled();
  await expect(page.getByRole("textbox", { name: "Duration (s)" })).toBeDisabled();
  for (const name of [/^Add step/, /^Save/, /^Move step/, /^Remove/, "Undo"]) {
    await expect(page.getByRole("button", { name })).toHaveCount(0);
  }
  await expect(page.getByRole("button", { name: "Run this plan" })).toHaveAttribute("aria-disabled", "true");
  await page.getByRole("radio", { name: "Text" }).check();
  await expect(page.getByRole("textbox", { name: "Plan as YAML" })).not.toBeEditable();
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await expect(page.getByRole("button", { name: "YAML", exact: true })).toBeVisible();
  await context.close();
});

test("deletes a plan only if no schedule needs it, which is named", async ({ adminPage: page, stack }) => {
  await nameNewPlan(page, "Needed on Sundays");
  await addStep(page, "Sweep");
  await saveVersion(page, 1);
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const { planHash } = await stack.db.savedPlanVersion.findFirstOrThrow({ where: { planId: id } });
  const row = { planId: id, planName: "Needed on Sundays", plan: {}, planHash, targets: [], rhythm: {} };
  await stack.db.benchmarkSchedule.create({
    data: {
      ...{ ...row, name: "Sunday check", createdBy: "ada@example.com", createdAt: new Date(), state: "paused" },
      ...{ savedPlanId: id, savedPlanVersion: 1 },
    },
  });
  await page.goto("/benchmarks/plans");
  const table = page.getByRole("table", { name: "Saved plans" });
  const saved = table.getByRole("row", { name: /^Needed on Sundays/ });
  await expect(saved).toContainText("Sunday check");
  await picture(page, "plans");
  await saved.getByRole("button", { name: "Delete Needed on Sundays" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete Needed on Sundays" });
  await expect(dialog).toContainText("Needed by a schedule");
  const button = dialog.getByRole("button", { name: "Delete Needed on Sundays" });
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  // Somebody else's page may not know of the schedule: the server refuses too.
  await stack.db.benchmarkSchedule.deleteMany({ where: { savedPlanId: id } });
  await page.reload();
  await saved.getByRole("button", { name: "Delete Needed on Sundays" }).click();
  await button.click();
  await expect(page.getByText("Deleted Needed on Sundays")).toBeVisible();
  await expect(saved).toHaveCount(0);
});
