import { cancelBatch, cancelBatchInput } from "@crosspoint/services/batch/cancel";
import { getBatch, getBatchInput } from "@crosspoint/services/batch/get";
import { launchBatch, launchBatchInput } from "@crosspoint/services/batch/launch";
import { listBatches, listBatchesInput } from "@crosspoint/services/batch/list";
import { batchPointInput, getBatchPoint } from "@crosspoint/services/batch/point";
import { previewBatch, previewBatchInput } from "@crosspoint/services/batch/preview";
import { batchReportInput, getBatchReport } from "@crosspoint/services/batch/report";
import { procedure, router } from "../trpc.ts";

export const batchRouter = router({
  // It changes nothing; what it asks of 256 targets is too long for the URL of a query.
  preview: procedure.input(previewBatchInput).mutation(({ ctx, input }) => previewBatch(ctx, input)),
  launch: procedure.input(launchBatchInput).mutation(({ ctx, input }) => launchBatch(ctx, input)),
  list: procedure.input(listBatchesInput).query(({ ctx, input }) => listBatches(ctx, input)),
  get: procedure.input(getBatchInput).query(({ ctx, input }) => getBatch(ctx, input)),
  point: procedure.input(batchPointInput).query(({ ctx, input }) => getBatchPoint(ctx, input)),
  report: procedure.input(batchReportInput).query(({ ctx, input }) => getBatchReport(ctx, input)),
  cancel: procedure.input(cancelBatchInput).mutation(({ ctx, input }) => cancelBatch(ctx, input)),
});
