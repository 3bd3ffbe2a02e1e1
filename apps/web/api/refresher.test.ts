import type { AppRouter } from "@crosspoint/api";
import { QueryClient, type QueryFilters } from "@tanstack/react-query";
import { createTRPCClient } from "@trpc/client";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { concernedQueries } from "./concerned-queries.ts";
import { Refresher } from "./refresher.ts";

const queryClient = new QueryClient();
const trpc = createTRPCOptionsProxy<AppRouter>({ client: createTRPCClient<AppRouter>({ links: [] }), queryClient });
const startMs = Date.parse("2026-11-22T12:00:00Z");

let asked: [atMs: number, path: string][];
let refresher: Refresher;
beforeEach(() => {
  vi.useFakeTimers({ now: startMs });
  asked = [];
  const note = ({ queryKey }: QueryFilters) => {
    const [path, rest] = (queryKey ?? []) as [string[], { input?: object }?];
    asked.push([Date.now() - startMs, [path.join("."), ...Object.values(rest?.input ?? {})].join(" ")]);
  };
  refresher = new Refresher(note, () => 0);
});
afterEach(() => void vi.useRealTimers());

describe("Refresher", () => {
  it("asks for a thing soon after it changed, and then every two seconds at most", () => {
    const drive = [trpc.drive.get.queryFilter({ driveId: "d" })];
    for (let second = 0; second < 6; second += 1) {
      refresher.mark("object", drive);
      vi.advanceTimersByTime(1000);
    }
    expect(asked.map(([atMs]) => atMs)).toEqual([300, 2300, 4300]);
  });

  it("asks for a list quickly four times, and then every 15 s, however much changes in it, and for the last change", () => {
    for (let tick = 0; tick < 400; tick += 1) {
      refresher.mark("list", [trpc.drive.list.pathFilter()]);
      vi.advanceTimersByTime(100);
    }
    vi.advanceTimersByTime(60_000);
    expect(asked.map(([atMs]) => atMs)).toEqual([500, 2500, 4500, 6500, 15_500, 30_500, 45_500]);
  });

  it("asks for a list anew two seconds after the last time, where little changes: nobody looks at what is over", () => {
    const changesAtMs = [0, 1000, 40_000, 41_000];
    for (const [index, atMs] of changesAtMs.entries()) {
      vi.advanceTimersByTime(atMs - (changesAtMs[index - 1] ?? 0));
      refresher.mark("list", [trpc.batch.list.pathFilter()]);
    }
    vi.advanceTimersByTime(60_000);
    expect(asked.map(([atMs]) => atMs)).toEqual([500, 2500, 40_500, 42_500]);
  });

  it("forgets what it waited for once its page is gone", () => {
    refresher.mark("list", [trpc.drive.list.pathFilter()]);
    refresher.stop();
    vi.advanceTimersByTime(60_000);
    expect(asked).toEqual([]);
  });
});

describe("concernedQueries", () => {
  const concerned = (change: Parameters<typeof concernedQueries>[1]) => {
    const { objects, lists } = concernedQueries(trpc, change);
    refresher.mark("object", objects);
    vi.advanceTimersByTime(400);
    const ofObjects = asked.map(([, path]) => path);
    refresher.mark("list", lists);
    vi.advanceTimersByTime(1000);
    return { objects: ofObjects, lists: asked.slice(ofObjects.length).map(([, path]) => path) };
  };

  it("names a drive by its id, and the lists that it may be in", () => {
    const { objects, lists } = concerned({ topic: "drive", driveId: "d1" });
    expect(objects).toEqual(["drive.get d1", "drive.control.list d1", "lifecycle.get d1"]);
    expect(lists).toContain("fleet.get");
    expect(lists).toContain("drive.list");
    expect(lists).not.toContain("run.list");
  });

  it("asks for a run at its edges, and never for what its points measured", () => {
    const { objects, lists } = concerned({ topic: "run", runId: "r1" });
    expect(objects).toEqual(["run.get r1"]);
    expect(lists.filter((path) => /seconds|histogram/.test(path))).toEqual([]);
  });

  it("asks for the tokens too where a host enrolled by one", () => {
    expect(concerned({ topic: "host", hostId: "h1" }).lists).toContain("host.enrollmentTokens");
  });

  it("leaves alone another object of the same kind", () => {
    queryClient.setQueryData(trpc.drive.get.queryKey({ driveId: "d1" }), {} as never);
    queryClient.setQueryData(trpc.drive.get.queryKey({ driveId: "d2" }), {} as never);
    const { objects } = concernedQueries(trpc, { topic: "drive", driveId: "d1" });
    const hit = objects.flatMap((filter) => queryClient.getQueryCache().findAll(filter));
    expect(hit.map(({ queryKey }) => queryKey)).toEqual([trpc.drive.get.queryKey({ driveId: "d1" })]);
  });
});
