import { find, findInput } from "@crosspoint/services/search/find";
import { procedure, router } from "../trpc.ts";

export const searchRouter = router({
  find: procedure.input(findInput).query(({ ctx, input }) => find(ctx, input)),
});
