import { type AddressInfo, connect, createServer } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PlainDatabase } from "./plain.ts";
import { createTestDatabase, type TestDatabase } from "./testing/index.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

it("gives up what a server that is gone without a word was asked, and asks the next one", async () => {
  const { url, fallSilent, close } = await line(test.url);
  const db = new PlainDatabase(url, 1, { answerTimeoutMs: 300 });
  try {
    expect(await db.transaction(async (tx) => tx.$queryRaw`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
    fallSilent();
    const lost = db.transaction(async (tx) => tx.$queryRaw`SELECT 2 AS two`);
    await expect(lost).rejects.toThrow("Query read timeout");
    // By a connection of its own: the pool has room for one.
    expect(await db.statement.$queryRaw`SELECT 3 AS three`).toEqual([{ three: 3 }]);
  } finally {
    await db.close();
    close();
  }
});

/** A way to the server on which everything can fall silent that is connected, as when its machine loses power. */
async function line(url: string) {
  const target = new URL(url);
  const close: (() => void)[] = [];
  let mute: (() => void)[] = [];
  const proxy = createServer((client) => {
    const server = connect(Number(target.port), target.hostname);
    client.pipe(server);
    server.pipe(client);
    mute.push(() => {
      client.unpipe(server);
      server.unpipe(client);
    });
    for (const socket of [client, server]) {
      socket.on("error", () => undefined);
      close.push(() => socket.destroy());
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  close.push(() => proxy.close());
  const { port } = proxy.address() as AddressInfo;
  return {
    url: Object.assign(new URL(url), { port: String(port) }).toString(),
    fallSilent: () => {
      for (const each of mute) each();
      mute = [];
    },
    close: () => {
      for (const each of close) each();
    },
  };
}
