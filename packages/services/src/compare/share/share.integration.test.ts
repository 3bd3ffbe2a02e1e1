import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { runsKey } from "@crosspoint/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDrive, addHost, addPeople, contextOf, now } from "../../testing/fleet.ts";
import { getComparison } from "../get.ts";
import { comparisonSelection } from "../rules/selection.ts";
import { addRun } from "../testing.ts";
import { shareComparison } from "./create.ts";
import { getSharedDifferences } from "./differences.ts";
import { getShared } from "./get.ts";
import { readSharedHistograms } from "./histograms.ts";
import { listShares } from "./list.ts";
import { revokeShare } from "./revoke.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await addPeople(test.db);
});
afterAll(() => test.close());

const operator = () => contextOf(test.db, "operator");
const admin = () => contextOf(test.db, "admin");
const after = (days: number) => ({ db: test.db, now: new Date(now.getTime() + days * 86_400_000) });

const share = (series: string[], expiresInDays: 1 | 7 = 7) =>
  shareComparison(operator(), {
    title: "P4800X",
    query: "metric=iops",
    selection: comparisonSelection.parse({ series }),
    expiresInDays,
  });

const closed = { code: "notFound", message: "This link does not exist, has expired or was revoked." };
const plan = { id: "custom", name: "Reads" };

describe("a share link", () => {
  it("shows what is compared, and no serial, host, path or word of an agent", async () => {
    const host = await addHost(test.db);
    const drives = [await addDrive(test.db, host.id), await addDrive(test.db, host.id)];
    const runs = [];
    for (const drive of drives) {
      const secret = { warnings: ["/dev/nvme3n1 is busy"], inUse: ["mounted on /srv/secret"] };
      const points = [
        { iops: 1000, seconds: Array(60).fill(1000), ...secret },
        { state: "failed" as const, reason: "/dev/nvme3n1: I/O error", spec: { blockBytes: 512 } },
      ];
      runs.push(await addRun(test.db, { drive, hostname: "secret-host", plan, points }));
    }
    const file = await addRun(test.db, { hostname: "secret-host", plan, points: [{ iops: 500 }] });
    const { token } = await share([...runs, file].map((id) => `run:${id}`));
    const found = await getShared(after(1), { token });
    expect(found).toMatchObject({ title: "P4800X", createdBy: "operator", query: "metric=iops" });
    const { comparison } = found;
    expect(comparison.series.map(({ label, detail }) => [label, detail])).toEqual([
      ["Intel Optane SSD DC P4800X A", "Reads"],
      ["Intel Optane SSD DC P4800X B", "Reads"],
      ["File", "Reads"],
    ]);
    const differences = await getSharedDifferences(after(1), {
      token,
      baseline: comparison.series[0]?.id ?? "",
      metric: "iops",
    });
    expect(differences.cells).toMatchObject([{ verdict: "noise" }, { kind: "tooLittle", percent: -50 }]);
    const words = JSON.stringify([found, differences]);
    for (const secret of ["PHKS", "secret", "/dev/", "/srv", "host-", "operator@"]) {
      expect([secret, words.includes(secret)]).toEqual([secret, false]);
    }
    expect(comparison.reasons).toContain("Failed.");
  });

  it("says of imported figures what the server itself says of them, and no other word of a warning", async () => {
    const own = "Latencies do not include the time of submission.";
    const warnings = ["Imported from fio 3.42.", own, "/dev/nvme3n1 is busy"];
    const runs = [await addRun(test.db, { plan, points: [{ warnings }] })];
    runs.push(await addRun(test.db, { plan, points: [{ warnings: ["Imported from fio 3.42."] }] }));
    const { comparison } = await getShared(after(0), await share(runs.map((id) => `run:${id}`)));
    expect(comparison.cells.map((cell) => cell.kind === "figure" && cell.warnings)).toEqual([
      [own, "The tool has a warning about this figure."],
      undefined,
    ]);
  });

  it("keeps the runs that it was made of, whatever is measured later", async () => {
    const drive = await addDrive(test.db, (await addHost(test.db)).id);
    await addRun(test.db, { drive, plan, points: [{ iops: 1000 }] });
    const { token } = await share([`drive:${drive.id}:custom:latest`]);
    await addRun(test.db, { drive, plan, at: new Date(now.getTime() + 1000), points: [{ iops: 2000 }] });
    const { comparison } = await getShared(after(0), { token });
    expect(comparison.cells).toMatchObject([{ metrics: { iops: 1000 } }]);
  });

  it("gives the histograms of what it shows, and of nothing else", async () => {
    const mix = { spec: { readPercent: 50 } };
    const shown = await addRun(test.db, { plan, points: [mix, { spec: { blockBytes: 512 } }] });
    const selection = comparisonSelection.parse({ measured: [`${shown}.0.write`] });
    const { token } = await shareComparison(operator(), { query: "", selection, expiresInDays: 1 });
    const { comparison } = await getShared(after(0), { token });
    const runs = comparison.series.map((series) => runsKey(series.runs));
    const whole = await getComparison(operator(), comparisonSelection.parse({ series: [`run:${shown}`] }));
    const keys = whole.points.map(({ key }) => key);
    expect(keys).toHaveLength(4);
    const found = await readSharedHistograms(after(0), { token, points: keys, runs });
    expect(found.map(({ series, point }) => [series, point])).toEqual([
      [`run:${shown}`, keys.find((key) => key.endsWith("~write"))],
    ]);
  });

  it("ends by its time, by whoever made it, by an admin, and with its maker's right", async () => {
    const run = await addRun(test.db, { plan, points: [{}] });
    const dayLong = await share([`run:${run}`], 1);
    await getShared(after(0.99), dayLong);
    await expect(getShared(after(1), dayLong)).rejects.toMatchObject(closed);
    await expect(getShared(after(0), { token: `${dayLong.token}x` })).rejects.toMatchObject(closed);

    const [own, byAdmin, byRight] = [
      await share([`run:${run}`]),
      await share([`run:${run}`]),
      await share([`run:${run}`]),
    ];
    const { id } = await shareComparison(admin(), {
      query: "",
      selection: comparisonSelection.parse({}),
      expiresInDays: 1,
    });
    await expect(revokeShare(operator(), { id })).rejects.toMatchObject({ code: "notFound" });
    await revokeShare(operator(), own);
    await revokeShare(admin(), byAdmin);
    await revokeShare(admin(), byAdmin);
    for (const link of [own, byAdmin]) await expect(getShared(after(0), link)).rejects.toMatchObject(closed);
    await getShared(after(0), byRight);
    await test.db.user.update({ where: { id: "operator" }, data: { role: "viewer" } });
    await expect(getShared(after(0), byRight)).rejects.toMatchObject(closed);
    await test.db.user.update({ where: { id: "operator" }, data: { role: "operator" } });

    const audit = await test.db.auditEntry.findMany({ where: { objectId: byAdmin.id }, orderBy: { time: "asc" } });
    expect(audit.map(({ action, actorLabel }) => [action, actorLabel])).toEqual([
      ["comparison.share", "operator@example.net"],
      ["comparison.revokeShare", "admin@example.net"],
    ]);
    expect(JSON.stringify(audit)).not.toContain(byAdmin.token);
    const listed = (await listShares(operator())).find((each) => each.id === byRight.id);
    expect(listed).toMatchObject({ opened: 1, openedAt: now, mine: true });
    expect((await listShares(operator())).some((each) => each.id === id)).toBe(false);
    expect((await listShares(admin())).some((each) => each.id === byRight.id)).toBe(true);
  });
});
