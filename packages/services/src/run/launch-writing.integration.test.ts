import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { startBenchmarkCommand } from "@crosspoint/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  addDrive,
  addHost,
  addPeople,
  allowing,
  contextOf,
  namespaceOf,
  quickCheck,
  writes,
} from "../testing/fleet.ts";
import { expectNothingLeft } from "../testing/nothing-left.ts";
import { launchBenchmark } from "./launch.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await addPeople(test.db);
});
afterAll(() => test.close());

const operator = () => contextOf(test.db, "operator");
const admin = () => contextOf(test.db, "admin");

const expectRefusal = (launch: () => Promise<unknown>, refusal: Record<string, unknown>) =>
  expectNothingLeft(test.db, launch, refusal);

describe("launchBenchmark, writing to a drive", () => {
  it("needs the right for it, which an operator does not have", async () => {
    const host = await addHost(test.db, { policy: allowing(["write"], { models: ["INTEL SSDPED1K375GA"] }) });
    const drive = await addDrive(test.db, host.id);
    const input = { target: namespaceOf(drive), plan: writes, confirmedSerial: drive.serial };
    await expectRefusal(() => launchBenchmark(operator(), input), {
      code: "forbidden",
      message: expect.stringContaining("benchmark.launchDestructive"),
    });
  });

  it("needs the host's own policy: by default it is refused to everyone", async () => {
    const host = await addHost(test.db, { policy: allowing(["write"], { serials: ["PHKSOTHER"] }) });
    const drive = await addDrive(test.db, host.id);
    const input = { target: namespaceOf(drive), plan: writes, confirmedSerial: drive.serial };
    await expectRefusal(() => launchBenchmark(admin(), input), {
      code: "forbidden",
      message: expect.stringContaining(`The policy of ${host.hostname} does not allow writing`),
    });
  });

  it("needs the serial, typed letter by letter", async () => {
    const host = await addHost(test.db, { policy: allowing(["write"], { models: ["INTEL SSDPED1K375GA"] }) });
    const drive = await addDrive(test.db, host.id, { serial: "PHKS750100AA375AGN" });
    const input = { target: namespaceOf(drive), plan: writes };
    const fields = [expect.objectContaining({ path: "confirmedSerial" })];
    await expectRefusal(() => launchBenchmark(admin(), input), { code: "invalid", fields });
    for (const confirmedSerial of ["", "phks750100aa375agn", "PHKS750100AA375AGN ", "PHKS750100AA375AG"]) {
      await expectRefusal(() => launchBenchmark(admin(), { ...input, confirmedSerial }), { code: "invalid", fields });
    }
  });

  it("refuses a drive in use, whatever was typed and allowed", async () => {
    const inUse = ["/dev/nvme0n1p1 mounted on /srv"];
    const host = await addHost(test.db, { policy: allowing(["write"], { models: ["INTEL SSDPED1K375GA"] }) });
    const drive = await addDrive(test.db, host.id, { inUse });
    const input = { target: namespaceOf(drive), plan: writes, confirmedSerial: drive.serial };
    await expectRefusal(() => launchBenchmark(admin(), input), {
      code: "conflict",
      message: expect.stringContaining("/dev/nvme0n1p1 mounted on /srv"),
    });
    await expect(launchBenchmark(admin(), { target: namespaceOf(drive), plan: quickCheck })).resolves.toHaveProperty(
      "runId",
    );
  });

  it("goes ahead with both keys, hands the serial on and says so in the audit", async () => {
    const serial = "PHKS750100AB375AGN";
    const host = await addHost(test.db, { policy: allowing(["write"], { serials: [serial] }) });
    const drive = await addDrive(test.db, host.id, { serial });
    const input = { target: namespaceOf(drive), plan: writes, confirmedSerial: drive.serial };
    const { runId } = await launchBenchmark(admin(), input);
    const command = await test.db.command.findFirstOrThrow({ where: { hostId: host.id } });
    expect(startBenchmarkCommand.parse(command.payload).confirmedSerial).toBe(drive.serial);
    const audit = await test.db.auditEntry.findFirstOrThrow({ where: { objectId: runId } });
    expect(audit.detail).toMatchObject({ writesToDrive: true });
  });
});
