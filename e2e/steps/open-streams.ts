import type { Page, Request } from "@playwright/test";

/** Counts the event streams that a page holds open, from now on. */
export function countOpenStreams(page: Page): () => number {
  const open = new Set<Request>();
  page.on("request", (request) => {
    if (request.resourceType() === "eventsource") open.add(request);
  });
  page.on("requestfinished", (request) => void open.delete(request));
  page.on("requestfailed", (request) => void open.delete(request));
  return () => open.size;
}
