import { listAudit, listAuditInput } from "@crosspoint/services/audit/list";
import { procedure, router } from "../trpc.ts";

export const auditRouter = router({
  list: procedure.input(listAuditInput).query(({ ctx, input }) => listAudit(ctx, input)),
});
