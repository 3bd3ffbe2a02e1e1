import { accessRouter } from "./routers/access.ts";
import { liveRouter } from "./routers/live.ts";
import { searchRouter } from "./routers/search.ts";
import { createCallerFactory, router } from "./trpc.ts";

/** Every area's router; one file each in routers/. */
export const appRouter = router({
  access: accessRouter,
  live: liveRouter,
  search: searchRouter,
});

export type AppRouter = typeof appRouter;
export const createCaller = createCallerFactory(appRouter);
