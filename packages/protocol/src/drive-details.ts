import { z } from "zod";
import { counter, percent, shortText, wholeNumber } from "./primitives.ts";

const statusField = z.int().min(0).max(0x7fff);
const kelvin = z.int().min(0).max(0xffff);

/** An entry of the Error Information log (01h). */
export const errorLogEntry = z
  .object({
    /** Counts up over the controller's life; identifies the error. */
    errorCount: counter,
    /** Absent where the error is not of a queue, or not of a command. */
    submissionQueue: z.int().min(0).max(0xffff).optional(),
    commandId: z.int().min(0).max(0xffff).optional(),
    /** Status field without the phase tag: code in bits 7:0, code type in 10:8. */
    status: statusField,
    /** First logical block with the error, where that applies. */
    lba: counter,
    /** 0 where the error is of no namespace. */
    nsid: z.int().min(0).max(0xffff_ffff),
  })
  .meta({ id: "ErrorLogEntry" });

/** A result of the Device Self-test log (06h). */
export const selfTestResult = z
  .object({
    /** 1 short, 2 extended, 14 vendor specific. */
    code: z.int().min(0).max(15),
    /** 0 passed; 1 to 4, 8 and 9 aborted; 5 to 7 failed. */
    result: z.int().min(0).max(15),
    failedSegment: z.int().min(0).max(255).optional(),
    powerOnHours: counter,
    nsid: z.int().min(0).max(0xffff_ffff).optional(),
    failingLba: counter.optional(),
    status: statusField.optional(),
  })
  .meta({ id: "SelfTestResult" });

export const selfTestFacts = z
  .object({
    /** What an extended test takes, by the drive. */
    extendedMinutes: wholeNumber.optional(),
    running: z
      .object({ code: z.int().min(0).max(15), percent })
      .meta({ id: "RunningSelfTest" })
      .optional(),
    /** The newest first. */
    results: z.array(selfTestResult).max(20),
  })
  .meta({ id: "SelfTestFacts" });

/** The Firmware Slot Information log (03h) and what Identify Controller says of slots. */
export const firmwareFacts = z
  .object({
    slotCount: z.int().min(0).max(7),
    activeSlot: z.int().min(1).max(7).optional(),
    /** Active after the next reset; absent where nothing will change. */
    nextSlot: z.int().min(1).max(7).optional(),
    firstSlotReadOnly: z.boolean(),
    activatesWithoutReset: z.boolean(),
    slots: z
      .array(z.object({ slot: z.int().min(1).max(7), revision: z.string().max(64) }).meta({ id: "FirmwareSlot" }))
      .max(7),
  })
  .meta({ id: "FirmwareFacts" });

/** Host controlled thermal management: feature 10h and its limits. A temperature of 0 is off. */
export const thermalManagement = z
  .object({
    minimumKelvin: kelvin,
    maximumKelvin: kelvin,
    /** TMT1: light throttling; absent, like the other, where the drive refuses to say. */
    lightKelvin: kelvin.optional(),
    /** TMT2: heavy throttling. */
    heavyKelvin: kelvin.optional(),
  })
  .meta({ id: "ThermalManagement" });

/** Intel's power governor, vendor feature C6h. */
export const powerGovernor = z
  .object({
    value: z.int().min(0).max(255),
    /** What its values mean; empty where that is not published for the model. */
    settings: z
      .array(
        z
          .object({ value: z.int().min(0).max(255), maxPowerMilliwatts: wholeNumber })
          .meta({ id: "PowerGovernorSetting" }),
      )
      .max(16),
  })
  .meta({ id: "PowerGovernor" });

/** What formats and sanitize can do (OACS, FNA, SANICAP). */
export const eraseFacts = z
  .object({
    format: z.boolean(),
    formatAllNamespaces: z.boolean(),
    eraseAllNamespaces: z.boolean(),
    formatCryptoErase: z.boolean(),
    sanitizeCryptoErase: z.boolean(),
    sanitizeBlockErase: z.boolean(),
    sanitizeOverwrite: z.boolean(),
  })
  .meta({ id: "EraseFacts" });

/** A log of a vendor as attributes: Intel CAh, OCP C0h. */
export const vendorLog = z
  .object({
    identifier: z.int().min(0).max(255),
    name: shortText,
    attributes: z
      .array(
        z
          .object({
            name: shortText,
            value: counter,
            unit: z.enum(["count", "bytes", "percent", "millipercent", "minutes"]),
            /** The maker's own scale, 100 best. */
            normalized: z.int().min(0).max(255).optional(),
          })
          .meta({ id: "VendorAttribute" }),
      )
      .max(64),
  })
  .meta({ id: "VendorLog" });

/** What a drive knows of itself and seldom changes: read at start, on a change, once a day, and on request. */
export const driveDetails = z
  .object({
    /** Entries that the log can hold. */
    errorLogSize: wholeNumber,
    /** The newest first. */
    errorLog: z.array(errorLogEntry).max(64),
    /** Absent where the drive has no self-test. */
    selfTest: selfTestFacts.optional(),
    firmware: firmwareFacts.optional(),
    /** Feature 06h; absent where there is no volatile write cache. */
    writeCacheEnabled: z.boolean().optional(),
    thermalManagement: thermalManagement.optional(),
    powerGovernor: powerGovernor.optional(),
    /** Feature 23h (NVM Express 2.1 and later), raw. */
    powerLimit: z.int().min(0).max(0xffff_ffff).optional(),
    erase: eraseFacts,
    vendorLogs: z.array(vendorLog).max(8),
    /** What could not be read though the drive claims to have it. */
    unread: z.array(shortText).max(32),
  })
  .meta({ id: "DriveDetails" });
