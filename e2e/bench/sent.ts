import type { Page } from "@playwright/test";

/** What the server sends to a page, counted as it comes over the network: compressed, with its headers. */
export class Sent {
  #answers = 0;
  #all = 0;

  private constructor() {}

  /** Counts from now on. */
  static async to(page: Page): Promise<Sent> {
    const sent = new Sent();
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    const answers = new Set<string>();
    session.on("Network.responseReceived", ({ requestId, response }) => {
      if (response.url.includes("/api/trpc/")) answers.add(requestId);
    });
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      sent.#all += encodedDataLength;
      if (answers.has(requestId)) sent.#answers += encodedDataLength;
    });
    return sent;
  }

  get text(): string {
    const kib = (bytes: number) => `${(bytes / 1024).toFixed(0)} KiB`;
    return `${kib(this.#answers)} of answers, ${kib(this.#all)} with the page, its scripts and fonts`;
  }
}
