import { connectDatabase } from "@crosspoint/db";
import { createTestDatabase } from "@crosspoint/db/testing";
import { expect, it } from "vitest";
import { databaseRefusal } from "./database-errors.ts";

it("asks to try again whom a migration met in between, as what is asked then is answered", async () => {
  const test = await createTestDatabase();
  const db = connectDatabase(test.url, 1, { keepsPlansFrom: 2 });
  const ask = () => db.$transaction((tx) => tx.host.findFirst({ where: { hostname: "absent" } }));
  try {
    for (let asked = 0; asked < 4; asked += 1) expect(await ask()).toBeNull();
    await test.owner.$executeRaw`ALTER TABLE host ALTER agent_version TYPE varchar(300)`;
    const refused = await ask().catch(databaseRefusal);
    expect(refused).toMatchObject({ code: "unavailable", retryAfterSeconds: 5 });
    expect(await ask()).toBeNull();
  } finally {
    await db.$disconnect();
    await test.close();
  }
});
