import {
  createScratchFile,
  createScratchFileInput,
  removeScratchFile,
  removeScratchFileInput,
} from "@crosspoint/services/host/change-scratch-file";
import { collectNow, collectNowInput } from "@crosspoint/services/host/collect-now";
import { createEnrollmentToken, createEnrollmentTokenInput } from "@crosspoint/services/host/create-enrollment-token";
import { getHost, getHostInput } from "@crosspoint/services/host/get";
import { listHosts, listHostsInput } from "@crosspoint/services/host/list";
import { enrolledSinceInput, listEnrolledSince } from "@crosspoint/services/host/list-enrolled-since";
import { listEnrollmentTokens } from "@crosspoint/services/host/list-enrollment-tokens";
import { revokeEnrollmentToken, revokeEnrollmentTokenInput } from "@crosspoint/services/host/revoke-enrollment-token";
import { revokeKey, revokeKeyInput } from "@crosspoint/services/host/revoke-key";
import { procedure, router } from "../trpc.ts";

export const hostRouter = router({
  list: procedure.input(listHostsInput).query(({ ctx, input }) => listHosts(ctx, input)),
  get: procedure.input(getHostInput).query(({ ctx, input }) => getHost(ctx, input)),
  createScratchFile: procedure
    .input(createScratchFileInput)
    .mutation(({ ctx, input }) => createScratchFile(ctx, input)),
  removeScratchFile: procedure
    .input(removeScratchFileInput)
    .mutation(({ ctx, input }) => removeScratchFile(ctx, input)),
  collectNow: procedure.input(collectNowInput).mutation(({ ctx, input }) => collectNow(ctx, input)),
  revokeKey: procedure.input(revokeKeyInput).mutation(({ ctx, input }) => revokeKey(ctx, input)),
  /** The token and the server that the agent is to be pointed at. */
  createEnrollmentToken: procedure.input(createEnrollmentTokenInput).mutation(async ({ ctx, input }) => ({
    ...(await createEnrollmentToken(ctx, input)),
    createdAt: ctx.now,
    serverUrl: ctx.gatewayUrl,
  })),
  enrollmentTokens: procedure.query(({ ctx }) => listEnrollmentTokens(ctx)),
  revokeEnrollmentToken: procedure
    .input(revokeEnrollmentTokenInput)
    .mutation(({ ctx, input }) => revokeEnrollmentToken(ctx, input)),
  enrolledSince: procedure.input(enrolledSinceInput).query(({ ctx, input }) => listEnrolledSince(ctx, input)),
});
