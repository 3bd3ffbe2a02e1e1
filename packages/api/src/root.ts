import { accessRouter } from "./routers/access.ts";
import { auditRouter } from "./routers/audit.ts";
import { benchmarkRouter } from "./routers/benchmark.ts";
import { catalogRouter } from "./routers/catalog.ts";
import { commandRouter } from "./routers/command.ts";
import { compareRouter } from "./routers/compare.ts";
import { driveRouter } from "./routers/drive.ts";
import { fleetRouter } from "./routers/fleet.ts";
import { hostRouter } from "./routers/host.ts";
import { liveRouter } from "./routers/live.ts";
import { searchRouter } from "./routers/search.ts";
import { createCallerFactory, router } from "./trpc.ts";

/** Every area's router; one file each in routers/. */
export const appRouter = router({
  access: accessRouter,
  audit: auditRouter,
  benchmark: benchmarkRouter,
  catalog: catalogRouter,
  command: commandRouter,
  compare: compareRouter,
  drive: driveRouter,
  fleet: fleetRouter,
  host: hostRouter,
  live: liveRouter,
  search: searchRouter,
});

export type AppRouter = typeof appRouter;
export const createCaller = createCallerFactory(appRouter);
