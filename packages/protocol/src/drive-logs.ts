import { z } from "zod";
import { errorLogEntry, selfTestResult } from "./drive-details.ts";
import { protocolLimits } from "./limits.ts";
import { counter, shortText, uuid, wholeNumber } from "./primitives.ts";

/** What is asked for by itself: one that cannot be read says nothing of the others. */
export const driveLogName = z
  .enum(["smart", "errors", "selfTests", "ocp", "intel", "namespaces", "kernel", "link"])
  .meta({ id: "DriveLogName" });

/** The Error Information log (01h), as far as it was not told before. */
export const errorNews = z
  .object({
    /** Of the newest entry; 0 for a log that is empty. */
    newestCount: counter,
    /** The newest first. */
    entries: z.array(errorLogEntry).max(64),
  })
  .meta({ id: "ErrorNews" });

/** What a drive counts of its medium: OCP's extended SMART (C0h), or Intel's additional one (CAh). What it does not count is absent. */
export const mediaCounters = z
  .object({
    log: z.enum(["ocp", "intel"]),
    bytesWritten: counter.optional(),
    bytesRead: counter.optional(),
    /** Blocks out of use, or failures to program and to erase one. */
    badBlocks: counter.optional(),
    endToEndErrors: counter.optional(),
    incompleteShutdowns: counter.optional(),
    /** By the drive itself, on its side of the link. */
    linkCorrectableErrors: counter.optional(),
    diesOffline: z.int().min(0).max(0xffff).optional(),
    /** So many dies it can lose. */
    dieFailureTolerance: z.int().min(0).max(0xffff).optional(),
    /** Energy left to save the cache at a power cut, in a scale of the maker's own. */
    capacitorPercent: z.int().min(0).max(0xffff).optional(),
  })
  .meta({ id: "MediaCounters" });

/** What the kernel counted of a controller since it was plugged in or the host booted. */
export const kernelCounters = z
  .object({
    resets: wholeNumber.optional(),
    /** Commands that failed, and those that were repeated, over all namespaces. */
    failedCommands: wholeNumber.optional(),
  })
  .meta({ id: "KernelCounters" });

/** PCI Express Advanced Error Reporting of one end of the link, as the kernel counts it. */
export const linkErrors = z
  .object({ correctable: wholeNumber, nonFatal: wholeNumber, fatal: wholeNumber })
  .meta({ id: "LinkErrors" });

/**
 * What a drive and its host count beyond the health log: read at start, each hour, and when the drive counts a new error; told
 * when it changed, and some times a day.
 */
export const driveLogs = z
  .object({
    /** Of this stay of the drive in its slot, in one boot of the host: what its kernel counts is compared within that alone. */
    boot: uuid.optional(),
    errors: errorNews.optional(),
    /** The Device Self-test log (06h), the newest first. */
    selfTests: z
      .object({ results: z.array(selfTestResult).max(20) })
      .meta({ id: "SelfTestResults" })
      .optional(),
    media: mediaCounters.optional(),
    /** Data units written (02h), read beside what reached the medium. */
    dataUnitsWritten: counter.optional(),
    /** Byte 6 of the health log: spare, reliability and read-only of some endurance group. */
    enduranceGroupWarning: z.int().min(0).max(255).optional(),
    /** Namespaces that take no writes: write-protected in the drive, or read-only in the kernel. */
    namespaces: z
      .object({ readOnly: z.array(z.int().min(1).max(0xffff_ffff)).max(protocolLimits.namespacesPerDrive) })
      .meta({ id: "ReadOnlyNamespaces" })
      .optional(),
    kernel: kernelCounters.optional(),
    /** Of the drive's end of its link, and of the port above it. */
    link: z
      .object({ drive: linkErrors.optional(), port: linkErrors.optional() })
      .meta({ id: "LinkCounters" })
      .optional(),
    /** What should be there and could not be read, and why. */
    unread: z.array(z.object({ log: driveLogName, reason: shortText }).meta({ id: "UnreadLog" })).max(8),
  })
  .meta({ id: "DriveLogs" });
