import { randomUUID } from "node:crypto";
import { findPlan } from "@crosspoint/catalog";
import { pointSpec } from "@crosspoint/protocol";
import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";
import type { Stack } from "../stack/stack.ts";
import { storeRun } from "../stack/stored-runs.ts";
import { launch } from "../steps/launch.ts";
import { picture } from "../steps/picture.ts";

const model = "INTEL SSDPEDMD400G4";

async function enroll(stack: Stack, hostname: string, serial: string) {
  const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), hostname);
  await host.reportPolicy({ path: "/etc/crosspoint/policy.toml", allow: [], deny: [] });
  const identity = { pciVendorId: 0x8086, model, serial };
  await host.report([{ identity, capacityBytes: 400_088_457_216 }]);
  const { id: driveId } = await stack.db.drive.findFirstOrThrow({ where: { serial } });
  return { host, driveId };
}

test("a run tells what it prepared, what it left out and why, and is noted, tagged and run again", async ({
  adminPage: page,
  stack,
}) => {
  test.setTimeout(120_000);
  const { host, driveId } = await enroll(stack, "run-page-shelf", "CVFTRUNPAGE00001");
  const write = { direction: "write", iops: 9_000, latencyNs: 3_500_000 } as const;
  const read = { direction: "read", iops: 584_800, latencyNs: 25_500 } as const;
  const restarted =
    "The agent restarted during this run: it went on here, after at most 42 s in which nothing was measured";
  const fill = { purpose: "precondition", pattern: "sequential", blockBytes: 131_072, readPercent: 0 } as const;
  const runId = await storeRun(stack.db, {
    driveId,
    hostId: host.hostId,
    state: "complete",
    points: [
      { spec: { ...fill, ending: { kind: "fills", fills: 2, durationSeconds: 3600 } }, measured: [write] },
      { measured: [read], warnings: [restarted] },
      {
        spec: { blockBytes: 512 },
        state: "skipped",
        reason: "512 B is below the drive's 4 KiB LBA size",
        measured: [],
      },
      { spec: { blockBytes: 8192 }, state: "failed", reason: "the drive reset", measured: [] },
    ],
  });
  await page.goto(`/benchmarks/${runId}`);

  const results = page.getByRole("table", { name: "Results by point" });
  await expect(results.getByRole("row", { name: /^2\. / })).toContainText("584,800");
  await expect(results.getByRole("row", { name: /^3\. 512 B/ })).toContainText(
    "Skipped 512 B is below the drive's 4 KiB LBA size",
  );
  await expect(results.getByRole("row", { name: /^4\. 8 KiB/ })).toContainText("Failed the drive reset");
  await expect(results.getByRole("row", { name: /fill/ }), "a fill is no result").toHaveCount(0);
  await expect(page.getByRole("table", { name: "Preconditioning" })).toContainText(
    "sequential fill, 128 KiB, 2 passes",
  );
  await expect(page.getByRole("status").filter({ hasText: "and went on" })).toContainText(`Point 2: ${restarted}`);

  await test.step("a note and tags, by which the list finds it", async () => {
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByRole("textbox", { name: "Note" }).fill("After the firmware update");
    await page.getByRole("textbox", { name: "Tags" }).fill("Lab, run-page-spec");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const panel = page.getByRole("region", { name: "Note and tags" });
    await expect(panel).toContainText("After the firmware update");
    await picture(page, "run-noted");
    await panel.getByRole("link", { name: "run-page-spec" }).click();
    await expect(page.getByText("Tagged “run-page-spec”")).toBeVisible();
    const rows = page.getByRole("table", { name: "Benchmark runs" }).getByRole("row");
    await expect(rows).toContainText(["State", "CVFTRUNPAGE00001"]);
    await expect(rows.nth(1)).toContainText("lab");
    await picture(page, "runs-tagged");
  });

  await test.step("run again takes the target and the very plan", async () => {
    await page.goto(`/benchmarks/${runId}`);
    await page.getByRole("button", { name: "Run again" }).click();
    await expect(page.getByRole("region", { name: "Plan", exact: true })).toContainText("The same steps as in the run");
    await picture(page, "run-again");
    const again = await launch(page);
    const [before, after] = await Promise.all(
      [runId, again].map((id) => stack.db.benchmarkRun.findUniqueOrThrow({ where: { id } })),
    );
    expect(after?.plan).toEqual(before?.plan);
    expect(after?.driveId).toBe(driveId);
    await stack.db.benchmarkRun.update({ where: { id: again }, data: { state: "cancelled" } });
  });
});

test("a running point is skipped from its page, once asked", async ({ adminPage: page, stack }) => {
  test.setTimeout(120_000);
  const { host, driveId } = await enroll(stack, "skip-shelf", "CVFTRUNPAGE00002");
  const plan = findPlan("quick-check");
  const [first] = plan?.points ?? [];
  if (plan === undefined || first === undefined) throw new Error("The catalog has no quick check.");
  await page.goto(`/benchmarks/new?drive=${driveId}`);
  const runId = await launch(page);
  await host.takeCommand();
  const point = { runId, pointSequence: 0, stepPath: [...first.stepPath], spec: pointSpec.parse(first.spec) };
  const environment = { toolVersion: "uring-bench 0.1.0", engineFlags: [], inUse: [] };
  await host.tell([
    { id: randomUUID(), timeMs: Date.now(), kind: "runStarted", runId },
    { id: randomUUID(), timeMs: Date.now(), kind: "pointStarted", ...point, environment, warnings: [] },
  ]);
  const live = page.getByRole("region", { name: "Live" });
  await expect(live).toContainText(`point 1 of ${plan.points.length}`);
  await page.getByRole("button", { name: "Skip this point" }).click();
  const dialog = page.getByRole("dialog", { name: "Skip point 1?" });
  await picture(page, "run-skip");
  await dialog.getByRole("button", { name: "Skip point 1" }).click();
  await expect(dialog).toBeHidden();
  expect(await host.takeCommand()).toMatchObject({ kind: "cancelBenchmark", runId, pointSequence: 0 });
  await expect(page.getByRole("button", { name: "Skip this point" })).toHaveAttribute("aria-disabled", "true");
  await host.tell([{ id: randomUUID(), timeMs: Date.now(), kind: "runFinished", runId, outcome: "cancelled" }]);
});
