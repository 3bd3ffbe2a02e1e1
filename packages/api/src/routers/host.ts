import {
  createScratchFile,
  createScratchFileInput,
  removeScratchFile,
  removeScratchFileInput,
} from "@crosspoint/services/host/change-scratch-file";
import { collectNow, collectNowInput } from "@crosspoint/services/host/collect-now";
import { createEnrollmentToken, createEnrollmentTokenInput } from "@crosspoint/services/host/create-enrollment-token";
import { describeHost, describeHostInput } from "@crosspoint/services/host/describe";
import { describeHosts, describeHostsInput } from "@crosspoint/services/host/describe-many";
import { getHost, getHostInput } from "@crosspoint/services/host/get";
import { listHosts, listHostsInput } from "@crosspoint/services/host/list";
import { enrolledSinceInput, listEnrolledSince } from "@crosspoint/services/host/list-enrolled-since";
import { listEnrollmentTokens } from "@crosspoint/services/host/list-enrollment-tokens";
import { revokeEnrollmentToken, revokeEnrollmentTokenInput } from "@crosspoint/services/host/revoke-enrollment-token";
import { revokeKey, revokeKeyInput } from "@crosspoint/services/host/revoke-key";
import { getUpgrade, getUpgradeInput } from "@crosspoint/services/upgrade/get";
import { listUpgrades } from "@crosspoint/services/upgrade/list";
import { previewUpgrade, previewUpgradeInput } from "@crosspoint/services/upgrade/preview";
import { requestUpgrade, requestUpgradeInput } from "@crosspoint/services/upgrade/request";
import { procedure, router } from "../trpc.ts";

export const hostRouter = router({
  list: procedure.input(listHostsInput).query(({ ctx, input }) => listHosts(ctx, input)),
  get: procedure.input(getHostInput).query(({ ctx, input }) => getHost(ctx, input)),
  describe: procedure.input(describeHostInput).mutation(({ ctx, input }) => describeHost(ctx, input)),
  describeMany: procedure.input(describeHostsInput).mutation(({ ctx, input }) => describeHosts(ctx, input)),
  createScratchFile: procedure
    .input(createScratchFileInput)
    .mutation(({ ctx, input }) => createScratchFile(ctx, input)),
  removeScratchFile: procedure
    .input(removeScratchFileInput)
    .mutation(({ ctx, input }) => removeScratchFile(ctx, input)),
  collectNow: procedure.input(collectNowInput).mutation(({ ctx, input }) => collectNow(ctx, input)),
  revokeKey: procedure.input(revokeKeyInput).mutation(({ ctx, input }) => revokeKey(ctx, input)),
  /** Changes nothing: as many ids as it takes are too long for an address. */
  previewUpgrade: procedure.input(previewUpgradeInput).mutation(({ ctx, input }) => previewUpgrade(ctx, input)),
  upgrade: procedure.input(requestUpgradeInput).mutation(({ ctx, input }) => requestUpgrade(ctx, input)),
  getUpgrade: procedure.input(getUpgradeInput).query(({ ctx, input }) => getUpgrade(ctx, input)),
  upgrades: procedure.query(({ ctx }) => listUpgrades(ctx)),
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
