import { changeRetention, changeRetentionInput } from "@crosspoint/services/storage/change-retention";
import { getStorage } from "@crosspoint/services/storage/get";
import { procedure, router } from "../trpc.ts";

export const storageRouter = router({
  get: procedure.query(({ ctx }) => getStorage(ctx)),
  changeRetention: procedure.input(changeRetentionInput).mutation(({ ctx, input }) => changeRetention(ctx, input)),
});
