import { accessRouter } from "./routers/access.ts";
import { auditRouter } from "./routers/audit.ts";
import { batchRouter } from "./routers/batch.ts";
import { bulkRouter } from "./routers/bulk.ts";
import { catalogRouter } from "./routers/catalog.ts";
import { compareRouter } from "./routers/compare.ts";
import { driveRouter } from "./routers/drive.ts";
import { fleetRouter } from "./routers/fleet.ts";
import { groupRouter } from "./routers/group.ts";
import { healthRouter } from "./routers/health.ts";
import { hostRouter } from "./routers/host.ts";
import { lifecycleRouter } from "./routers/lifecycle.ts";
import { liveRouter } from "./routers/live.ts";
import { maintenanceRouter } from "./routers/maintenance.ts";
import { planRouter } from "./routers/plan.ts";
import { removalRouter } from "./routers/removal.ts";
import { resultRouter } from "./routers/result.ts";
import { runRouter } from "./routers/run.ts";
import { scheduleRouter } from "./routers/schedule.ts";
import { searchRouter } from "./routers/search.ts";
import { storageRouter } from "./routers/storage.ts";
import { createCallerFactory, router } from "./trpc.ts";

/** Every area's router; one file each in routers/. */
export const appRouter = router({
  access: accessRouter,
  audit: auditRouter,
  batch: batchRouter,
  bulk: bulkRouter,
  catalog: catalogRouter,
  compare: compareRouter,
  drive: driveRouter,
  fleet: fleetRouter,
  group: groupRouter,
  health: healthRouter,
  host: hostRouter,
  lifecycle: lifecycleRouter,
  live: liveRouter,
  maintenance: maintenanceRouter,
  plan: planRouter,
  result: resultRouter,
  removal: removalRouter,
  run: runRouter,
  schedule: scheduleRouter,
  search: searchRouter,
  storage: storageRouter,
});

export type AppRouter = typeof appRouter;
export const createCaller = createCallerFactory(appRouter);
