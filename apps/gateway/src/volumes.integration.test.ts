import type { DriveIdentity, VolumeObservation } from "@crosspoint/protocol";
import { getDrive } from "@crosspoint/services/drive/get";
import { getHost } from "@crosspoint/services/host/get";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { eventOf, inventory, observation, optane } from "./testing/events.ts";
import { startTestGateway, type TestAgent, type TestGateway } from "./testing/test-gateway.ts";

/** md arrays as an agent lists them, each judged by whose its drives are. */
let gateway: TestGateway;
let agent: TestAgent;
let drives: DriveIdentity[];
let count = 0;

beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());
beforeEach(async () => {
  count += 1;
  drives = ["A", "B"].map((letter) => ({ ...optane, serial: `VOLUME${count}${letter}` }));
  agent = await gateway.enroll(`volumes-${count}`);
});

const nowMs = () => gateway.clock.now.getTime();
const later = () => {
  gateway.clock.now = new Date(nowMs() + 1000);
};
const context = () => ({ db: gateway.db, actor: { kind: "system", label: "test" } as const, now: gateway.clock.now });

function volume(members: readonly DriveIdentity[], more: Partial<VolumeObservation> = {}): VolumeObservation {
  return {
    name: "md0",
    uuid: "5b0e-1",
    level: "raid0",
    chunkBytes: 131_072,
    sizeBytes: "750167212032",
    logicalBlockBytes: 512,
    state: "clean",
    members: members.map((drive, number) => ({ drive, nsid: 1, path: `/dev/nvme${number}n1`, state: "in_sync" })),
    inUse: [],
    ...more,
  };
}

async function list(volumes: VolumeObservation[], by = agent, has: readonly DriveIdentity[] = drives) {
  later();
  const listed = has.map((drive, number) => observation(drive, { controllerName: `nvme${number}` }));
  const { scratchFiles } = inventory(nowMs(), []);
  return by.report(eventOf("inventory", nowMs(), { drives: listed, scratchFiles, volumes }));
}

const driveId = async ({ serial }: DriveIdentity) =>
  (await gateway.db.drive.findFirstOrThrow({ where: { serial }, select: { id: true } })).id;
const hostId = async (hostname: string) => (await gateway.db.host.findFirstOrThrow({ where: { hostname } })).id;
const shown = async (hostname = `volumes-${count}`) =>
  (await getHost(context(), { hostId: await hostId(hostname) })).volumes;

it("shows a volume on its host and on each of its drives", async () => {
  await list([volume(drives)]);
  const [found] = await shown();
  expect(found).toMatchObject({
    name: "md0",
    label: "md0 (RAID 0 of 2 x Intel Optane SSD DC P4800X)",
    chunkBytes: 131_072,
    sizeBytes: 750_167_212_032n,
    state: "clean",
    unusable: undefined,
    members: drives.map(({ serial }, number) => ({ serial, path: `/dev/nvme${number}n1`, state: "in_sync" })),
  });
  for (const drive of drives) {
    const { volumes } = await getDrive(context(), { driveId: await driveId(drive) });
    expect(volumes.map(({ id }) => id)).toEqual([found?.id]);
  }
});

it("keeps a volume under another name, and ends one that is gone", async () => {
  await list([volume(drives)]);
  const [first] = await shown();
  await list([volume(drives, { name: "md127", inUse: ["/dev/md127 is mounted on /srv"] })]);
  const [second] = await shown();
  expect(second).toMatchObject({ id: first?.id, name: "md127", inUse: ["/dev/md127 is mounted on /srv"] });
  await list([]);
  expect(await shown()).toEqual([]);
  expect((await getDrive(context(), { driveId: await driveId(drives[0] ?? optane) })).volumes).toEqual([]);
  await list([volume(drives)]);
  expect((await shown())[0]?.id).toBe(first?.id);
});

it("measures nothing on a volume that names a drive which its host does not hold", async () => {
  const elsewhere = { ...optane, serial: `ELSEWHERE${count}` };
  const other = await gateway.enroll(`holder-${count}`);
  await list([], other, [elsewhere]);
  // It lists the drive too, which is a claim and no more.
  await list([volume([...drives, elsewhere])], agent, [...drives, elsewhere]);
  const [found] = await shown();
  expect(found?.unusable).toBe(`/dev/nvme2n1 is INTEL SSDPED1K375GA ELSEWHERE${count}, which this host does not hold.`);
  expect(found?.members.map(({ serial }) => serial)).toEqual(drives.map(({ serial }) => serial));
  expect((await getDrive(context(), { driveId: await driveId(elsewhere) })).volumes).toEqual([]);
});

it.each([
  ["that is degraded", { state: "degraded" }, "It is degraded."],
  ["without members", { members: [] }, "It has no members."],
  ["of which its agent says why", { unusable: "/dev/md0 is degraded" }, "/dev/md0 is degraded"],
] satisfies [string, Partial<VolumeObservation>, string][])(
  "measures nothing on a volume %s",
  async (_, more, reason) => {
    await list([volume(drives, more)]);
    expect((await shown())[0]?.unusable).toBe(reason);
  },
);

it("measures nothing on a volume without a UUID", async () => {
  const { uuid: _, ...nameless } = volume(drives);
  await list([nameless]);
  expect((await shown())[0]?.unusable).toBe("The host does not tell its UUID.");
});

it("measures nothing on volumes that share a UUID", async () => {
  await list([volume(drives), volume([], { name: "md1" })]);
  expect((await shown()).map(({ unusable }) => unusable)).toEqual(["Another volume of this host is 5b0e-1 too."]);
});

it("refuses a volume whose size or whose drive cannot be", async () => {
  const tooLarge = await list([volume(drives, { sizeBytes: "9223372036854775808" })]);
  expect(JSON.stringify(tooLarge.body.refused)).toContain("volumes.0.sizeBytes");
  const blank = await list([volume([{ ...optane, serial: " " }])]);
  expect(JSON.stringify(blank.body.refused)).toContain("volumes.0.members.0.drive.serial");
});
