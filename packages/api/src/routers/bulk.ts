import { getBulk, getBulkInput } from "@crosspoint/services/bulk/get";
import { listBulk } from "@crosspoint/services/bulk/list";
import { listBulkDrives, listBulkDrivesInput } from "@crosspoint/services/bulk/list-drives";
import { previewBulk, previewBulkInput } from "@crosspoint/services/bulk/preview";
import { requestBulk, requestBulkInput } from "@crosspoint/services/bulk/request";
import { stopBulk, stopBulkInput } from "@crosspoint/services/bulk/stop";
import { procedure, router } from "../trpc.ts";

export const bulkRouter = router({
  // It changes nothing; the drives that it is about may be too many for the URL of a query.
  preview: procedure.input(previewBulkInput).mutation(({ ctx, input }) => previewBulk(ctx, input)),
  request: procedure.input(requestBulkInput).mutation(({ ctx, input }) => requestBulk(ctx, input)),
  list: procedure.query(({ ctx }) => listBulk(ctx)),
  get: procedure.input(getBulkInput).query(({ ctx, input }) => getBulk(ctx, input)),
  drives: procedure.input(listBulkDrivesInput).query(({ ctx, input }) => listBulkDrives(ctx, input)),
  stop: procedure.input(stopBulkInput).mutation(({ ctx, input }) => stopBulk(ctx, input)),
});
