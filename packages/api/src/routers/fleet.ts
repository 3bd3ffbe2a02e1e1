import { getFleet } from "@crosspoint/services/fleet/get";
import { procedure, router } from "../trpc.ts";

export const fleetRouter = router({
  get: procedure.query(({ ctx }) => getFleet(ctx)),
});
