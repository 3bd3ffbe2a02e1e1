import type { SqlRunner } from "@crosspoint/db";
import { identityText } from "@crosspoint/db/queries/lock-drives";
import { expect, it } from "vitest";
import { KnownDrives } from "./known-drives.ts";

/** A database that has drives of these serials, and which of them it was asked for. */
function databaseOf(serials: string) {
  const asked: string[] = [];
  const $queryRaw = async (_: unknown, ...lists: readonly string[]) => {
    const found = [...serials].filter((serial) => lists[2]?.includes(serial));
    asked.push(...found);
    return found.map((serial) => ({ id: `id of ${serial}`, ...identityOf(serial) }));
  };
  return { tx: { $queryRaw } as unknown as SqlRunner, asked };
}
const identityOf = (serial: string) => ({ pciVendorId: 1, model: "m", serial });

async function idsOf(known: KnownDrives, tx: SqlRunner, serials: string) {
  const identities = new Set([...serials].map((serial) => identityText(identityOf(serial))));
  const found = await known.find(tx, [...identities]);
  return found.flatMap((drive) => drive?.id ?? []);
}
const idsFor = (serials: string) => [...serials].map((serial) => `id of ${serial}`);

it("tells all that it is asked for, also those that it forgets for the sake of others", async () => {
  const { tx, asked } = databaseOf("ABCDEFGH");
  const known = new KnownDrives(2);
  expect(await idsOf(known, tx, "ABCZ")).toEqual(idsFor("ABC"));
  expect(await idsOf(known, tx, "ABCDE")).toEqual(idsFor("ABCDE"));
  expect(asked.join("")).toBe("ABCDE");
  // More than it remembers, at once.
  expect(await idsOf(known, tx, "ABCDEFGH")).toEqual(idsFor("ABCDEFGH"));
});

it("tells each at the place of its identity", async () => {
  const { tx } = databaseOf("ABCD");
  const known = new KnownDrives();
  await idsOf(known, tx, "C");
  const identities = [..."DZCYA"].map((serial) => identityText(identityOf(serial)));
  const found = await known.find(tx, identities);
  expect(found.map((drive) => drive?.id)).toEqual(["id of D", undefined, "id of C", undefined, "id of A"]);
});

it("remembers most of a fleet that is too large for it, whose drives come around and around", async () => {
  const { tx, asked } = databaseOf("ABCDEFGH");
  const known = new KnownDrives(6);
  const rounds = 20;
  for (let round = 0; round < rounds; round += 1) {
    for (const serial of "ABCDEFGH") await idsOf(known, tx, serial);
  }
  expect(asked.length).toBeLessThan(0.5 * 8 * rounds);
});

it("forgets one that is gone, of whichever generation", async () => {
  const { tx, asked } = databaseOf("ABC");
  const known = new KnownDrives(2);
  const [a] = await known.find(tx, [identityText(identityOf("A"))]);
  await idsOf(known, tx, "BC");
  if (a !== undefined) known.forget(a);
  await idsOf(known, tx, "A");
  expect(asked.join("")).toBe("ABCA");
});
