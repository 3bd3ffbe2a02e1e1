import { listPlans } from "@crosspoint/services/plan/list";
import { procedure, router } from "../trpc.ts";

export const planRouter = router({
  list: procedure.query(({ ctx }) => listPlans(ctx)),
});
