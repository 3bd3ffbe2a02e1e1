import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";
import type { Stack } from "../stack/stack.ts";
import { picture } from "../steps/picture.ts";
import { signIn } from "../steps/sign-in.ts";

const model = "INTEL SSDPEDMD400G4";
const capacityBytes = 400_088_457_216;
const identity = (serial: string) => ({ pciVendorId: 0x8086, model, serial });

/** A host with these drives, whose policy allows writing to some. */
async function hostWith(stack: Stack, hostname: string, serials: readonly string[], allowed: readonly string[] = []) {
  const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), hostname);
  const allow = allowed.length === 0 ? [] : [{ serials: [...allowed], models: [], actions: ["write"] }];
  await host.reportPolicy({ path: "/etc/crosspoint/policy.toml", allow, deny: [] });
  await host.report(serials.map((serial) => ({ identity: identity(serial), capacityBytes })));
  return host;
}

const preflightOf = (page: Page) => page.getByRole("region", { name: "Preflight" });
const chosenOf = (page: Page) => page.getByRole("table", { name: "Selected targets" });

test("drives of two hosts are selected in the list and start together, without the one that cannot", async ({
  adminPage: page,
  stack,
}) => {
  test.setTimeout(120_000);
  const hosts = [
    await hostWith(stack, "many-left", ["CVFTMANYLEFT0001", "CVFTMANYLEFT0002"]),
    await hostWith(stack, "many-right", ["CVFTMANYRIGHT001", "CVFTMANYRIGHT002"]),
  ];
  const problem = { kind: "notResponding" as const, detail: "no answer for 10 s", remedy: "Reseat it." };
  const sick = identity("CVFTMANYRIGHT002");
  await hosts[1]?.tell([{ id: randomUUID(), timeMs: Date.now(), kind: "driveProblem", drive: sick, problem }]);

  await test.step("with Shift, a row selects all up to it", async () => {
    await page.goto("/drives?search=CVFTMANY&sort=serial");
    const first = page.getByRole("checkbox", { name: "Select CVFTMANYLEFT0001" });
    const one = page.getByText("1 drive selected");
    await expect(async () => {
      if (!(await one.isVisible())) await first.press("Space");
      await expect(one).toBeVisible({ timeout: 2000 });
    }).toPass({ timeout: 20_000 });
    await page.getByRole("checkbox", { name: "Select CVFTMANYRIGHT002" }).click({ modifiers: ["Shift"] });
    await expect(page.getByText("4 drives selected")).toBeVisible();
    await picture(page, "drives-selected");
    await page.getByRole("button", { name: "Benchmark 4 drives" }).press("Enter");
  });

  await test.step("the one that does not respond is named with its reason, and left out at one click", async () => {
    const rows = chosenOf(page).getByRole("row");
    await expect(rows).toHaveCount(5);
    await expect(rows.nth(1), "what cannot run comes first").toContainText(sick.serial);
    await expect(rows.nth(1)).toContainText("does not respond.");
    await expect(page.getByRole("main").getByRole("alert")).toContainText("1 of 4 cannot be launched");
    await expect(page.getByRole("button", { name: "Launch on 4 targets" })).toBeDisabled();
    await picture(page, "launch-many-blocked");
    await page.getByRole("button", { name: "Leave out 1" }).click();
    await expect(rows).toHaveCount(4);
    await expect(chosenOf(page)).not.toContainText(sick.serial);
  });

  await test.step("what was chosen survives a reload", async () => {
    await preflightOf(page).getByRole("radio", { name: "Start together" }).check();
    await page.getByRole("textbox", { name: "Name" }).fill("Both shelves");
    await expect(page).toHaveURL(/name=Both/);
    await page.reload();
    await expect(chosenOf(page).getByRole("row")).toHaveCount(4);
    await expect(preflightOf(page).getByRole("radio", { name: "Start together" })).toBeChecked();
    await expect(preflightOf(page)).toContainText("3 on 2 hosts");
    await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Both shelves");
    await picture(page, "launch-many");
  });

  await page.getByRole("button", { name: "Launch on 3 targets" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Both shelves on 3 targets");
  await expect(page.getByText(/all to start at \d{4}-/)).toBeVisible();
  const commands = await stack.db.command.findMany({ where: { hostId: { in: hosts.map(({ hostId }) => hostId) } } });
  const startTimes = commands.map(({ payload }) => (payload as { notBeforeMs?: unknown }).notBeforeMs);
  expect(commands).toHaveLength(3);
  expect(startTimes[0], "all at one moment").toEqual(expect.any(Number));
  expect(new Set(startTimes).size).toBe(1);

  await test.step("the list of batches shows it, and it is cancelled as a whole", async () => {
    await page.getByRole("link", { name: "Batches", exact: true }).click();
    const row = page.getByRole("table", { name: "Batches" }).getByRole("row", { name: "Both shelves" });
    await expect(row).toContainText("3 targets, started together");
    await expect(row).toContainText("0 of 3 over, 3 starting");
    await picture(page, "batches");
    const [batch] = await stack.db.benchmarkBatch.findMany({ where: { name: "Both shelves" } });
    const other = await page.context().newPage();
    await other.goto(`/benchmarks/batches/${batch?.id}`);
    await other.getByRole("button", { name: "Cancel batch" }).click();
    await other.getByRole("button", { name: "Cancel 3 runs" }).click();
    await expect(row, "what happens elsewhere is seen here").toContainText("3 of 3 over, 3 cancelled");
    await other.close();
  });
});

test("data of many drives is overwritten only where the serial of each is entered", async ({
  adminPage: page,
  browser,
  baseURL,
  stack,
}) => {
  test.setTimeout(120_000);
  const serials = ["CVFTERASE0000001", "CVFTERASE0000002"] as const;
  const host = await hostWith(stack, "many-erase", serials, serials);
  const address = "/benchmarks/new?many=true&plan=custom&reads=0&duration=5&warmup=0";
  const select = async (on: Page) => {
    await on.goto(address);
    await on.getByRole("searchbox", { name: "Search targets" }).fill("CVFTERASE");
    await expect(on.getByRole("group", { name: "Targets" }).getByRole("checkbox")).toHaveCount(2);
    await on.getByRole("button", { name: "Select these 2", exact: true }).click();
    await expect(chosenOf(on).getByRole("row")).toHaveCount(3);
  };

  await test.step("an operator reads at each drive that this is not for them", async () => {
    const operator = { name: "Otto Operator", email: "otto-many@example.com", password: "runs but never erases" };
    await stack.addPerson(operator, "operator");
    const context = await browser.newContext({ baseURL });
    const theirs = await context.newPage();
    await signIn(theirs, operator);
    await select(theirs);
    await expect(theirs.getByRole("main").getByRole("alert")).toContainText("2 of 2 cannot be launched");
    await expect(chosenOf(theirs).getByRole("row").nth(1)).toContainText("Ask an admin for a role that has it.");
    await expect(theirs.getByRole("button", { name: "Write to 2 targets…" })).toBeDisabled();
    await context.close();
  });

  await select(page);
  await expect(preflightOf(page)).toContainText("Destroys data on 2 drives");
  await page.getByRole("button", { name: "Write to 2 targets…" }).click();
  const dialog = page.getByRole("dialog", { name: "Overwrite data on 2 drives" });
  const overwrite = dialog.getByRole("button", { name: "Overwrite 2 drives" });
  const field = dialog.getByRole("textbox", { name: "Serials" });
  await expect(field).toBeFocused();
  for (const wrong of ["", serials[0], serials.join(" ").toLowerCase(), `${serials.join("\n")}\nCVFTERASE0000003`]) {
    await field.fill(wrong);
    await expect(overwrite, wrong).toBeDisabled();
  }
  await expect(dialog.getByRole("alert")).toContainText("No drive of this batch: CVFTERASE0000003");
  await field.fill(serials[1]);
  await expect(dialog.getByRole("status")).toHaveText("1 of 2 confirmed");
  await picture(page, "launch-many-confirm");
  expect(await stack.db.command.count({ where: { hostId: host.hostId } }), "nothing yet").toBe(0);
  await field.fill(`${serials[1]}, ${serials[0]}`);
  await overwrite.click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("on 2 targets");
  const runs = await stack.db.benchmarkRun.findMany({
    where: { hostId: host.hostId },
    select: { serial: true, confirmedSerial: true, state: true },
    orderBy: { serial: "asc" },
  });
  expect(runs.map(({ serial }) => serial)).toEqual(serials);
  const [first] = await stack.db.command.findMany({ where: { hostId: host.hostId } });
  expect(serials, "one per host at a time: the other waits").toContain(
    (first?.payload as { confirmedSerial?: string } | undefined)?.confirmedSerial,
  );
  expect(runs.map(({ state }) => state).toSorted()).toEqual(["queued", "requested"]);
  await page.getByRole("button", { name: "Cancel batch" }).click();
  await page.getByRole("button", { name: "Cancel 2 runs" }).click();
  await expect(page.getByRole("button", { name: "Cancel batch" })).toBeHidden();
});

test("two hundred drives are selected, judged and left out again", async ({ adminPage: page, stack }) => {
  test.setTimeout(180_000);
  const serials = Array.from({ length: 200 }, (_, index) => `CVFTCROWD${String(index).padStart(7, "0")}`);
  await hostWith(stack, "many-crowd", serials);
  await page.goto("/benchmarks/new?many=true");
  await page.getByRole("searchbox", { name: "Search targets" }).fill("many-crowd");
  await page.getByRole("button", { name: "Select these 200" }).click();
  await expect(preflightOf(page)).toContainText("200 on 1 host", { timeout: 30_000 });
  // 200 x 3 min, one after the other.
  await expect(preflightOf(page)).toContainText(/Duration\s*10\sh/);
  await expect(page.getByRole("button", { name: "Launch on 200 targets" })).toBeEnabled();
  await picture(page, "launch-many-200");
  await page.getByRole("button", { name: `Leave out ${model} ${serials[0]}` }).click();
  await expect(page.getByRole("button", { name: "Launch on 199 targets" })).toBeEnabled({ timeout: 30_000 });
  await page.getByRole("button", { name: "Clear selection" }).click();
  await expect(page.getByText("Select at least one target.").first()).toBeVisible();
});
