import { fleetChanges } from "@crosspoint/services/fleet/changes";
import { getFleet } from "@crosspoint/services/fleet/get";
import { fleetHealth, fleetHealthInput } from "@crosspoint/services/fleet/health-by";
import { fleetReadings } from "@crosspoint/services/fleet/readings";
import { procedure, router } from "../trpc.ts";

export const fleetRouter = router({
  get: procedure.query(({ ctx }) => getFleet(ctx)),
  readings: procedure.query(({ ctx }) => fleetReadings(ctx)),
  health: procedure.input(fleetHealthInput).query(({ ctx, input }) => fleetHealth(ctx, input)),
  changes: procedure.query(({ ctx }) => fleetChanges(ctx)),
});
