import { acknowledge, acknowledgeInput } from "@crosspoint/services/health/acknowledge";
import { conditionsOf, conditionsOfInput } from "@crosspoint/services/health/conditions-of";
import { firmwareOfDrive, firmwareOfDriveInput } from "@crosspoint/services/health/firmware-of-drive";
import { listFirmwareAdvice } from "@crosspoint/services/health/list-firmware-advice";
import { listRules } from "@crosspoint/services/health/list-rules";
import { listThresholds } from "@crosspoint/services/health/list-thresholds";
import { previewFirmwareAdvice, previewFirmwareAdviceInput } from "@crosspoint/services/health/preview-firmware-advice";
import { removeThreshold, removeThresholdInput } from "@crosspoint/services/health/remove-threshold";
import { replacements, replacementsInput } from "@crosspoint/services/health/replacements";
import { restoreFirmwareAdvice, restoreFirmwareAdviceInput } from "@crosspoint/services/health/restore-firmware-advice";
import { saveFirmwareAdvice, saveFirmwareAdviceInput } from "@crosspoint/services/health/save-firmware-advice";
import { setThreshold, setThresholdInput } from "@crosspoint/services/health/set-threshold";
import { thresholdsAt, thresholdsAtInput } from "@crosspoint/services/health/thresholds-at";
import { thresholdsOfDrive, thresholdsOfDriveInput } from "@crosspoint/services/health/thresholds-of-drive";
import { wearOfDrive, wearOfDriveInput } from "@crosspoint/services/health/wear-of-drive";
import {
  withdrawAcknowledgement,
  withdrawAcknowledgementInput,
} from "@crosspoint/services/health/withdraw-acknowledgement";
import {
  withdrawFirmwareAdvice,
  withdrawFirmwareAdviceInput,
} from "@crosspoint/services/health/withdraw-firmware-advice";
import { procedure, router } from "../trpc.ts";

export const healthRouter = router({
  rules: procedure.query(({ ctx }) => listRules(ctx)),
  conditions: procedure.input(conditionsOfInput).query(({ ctx, input }) => conditionsOf(ctx, input)),
  acknowledge: procedure.input(acknowledgeInput).mutation(({ ctx, input }) => acknowledge(ctx, input)),
  withdrawAcknowledgement: procedure
    .input(withdrawAcknowledgementInput)
    .mutation(({ ctx, input }) => withdrawAcknowledgement(ctx, input)),
  thresholds: procedure.query(({ ctx }) => listThresholds(ctx)),
  thresholdsAt: procedure.input(thresholdsAtInput).query(({ ctx, input }) => thresholdsAt(ctx, input)),
  thresholdsOfDrive: procedure.input(thresholdsOfDriveInput).query(({ ctx, input }) => thresholdsOfDrive(ctx, input)),
  setThreshold: procedure.input(setThresholdInput).mutation(({ ctx, input }) => setThreshold(ctx, input)),
  removeThreshold: procedure.input(removeThresholdInput).mutation(({ ctx, input }) => removeThreshold(ctx, input)),
  firmwareAdvice: procedure.query(({ ctx }) => listFirmwareAdvice(ctx)),
  previewFirmwareAdvice: procedure
    .input(previewFirmwareAdviceInput)
    .query(({ ctx, input }) => previewFirmwareAdvice(ctx, input)),
  restoreFirmwareAdvice: procedure
    .input(restoreFirmwareAdviceInput)
    .mutation(({ ctx, input }) => restoreFirmwareAdvice(ctx, input)),
  firmwareOfDrive: procedure.input(firmwareOfDriveInput).query(({ ctx, input }) => firmwareOfDrive(ctx, input)),
  saveFirmwareAdvice: procedure
    .input(saveFirmwareAdviceInput)
    .mutation(({ ctx, input }) => saveFirmwareAdvice(ctx, input)),
  withdrawFirmwareAdvice: procedure
    .input(withdrawFirmwareAdviceInput)
    .mutation(({ ctx, input }) => withdrawFirmwareAdvice(ctx, input)),
  wear: procedure.input(wearOfDriveInput).query(({ ctx, input }) => wearOfDrive(ctx, input)),
  replacements: procedure.input(replacementsInput).query(({ ctx, input }) => replacements(ctx, input)),
});
