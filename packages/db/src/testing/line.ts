import { type AddressInfo, connect, createServer } from "node:net";

/** A way to the server on which everything can fall silent that is connected, as when its machine loses power. */
export async function line(url: string) {
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
