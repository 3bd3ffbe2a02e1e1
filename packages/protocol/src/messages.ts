import { z } from "zod";
import { agentEvent } from "./events.ts";
import { protocolLimits } from "./limits.ts";
import { shortText, timeMs, uuid, wholeNumber } from "./primitives.ts";

/** POST /agent/v1/enroll. `installationId` is made once by the agent and kept; a second enrolment with it is a 409. */
export const enrollRequest = z
  .object({
    token: z.string().min(1).max(200),
    installationId: uuid,
    hostname: z.string().min(1).max(253),
    agentVersion: shortText,
  })
  .meta({ id: "EnrollRequest" });

/** The key is shown once, here; the server keeps only its hash. It is sent as `Authorization: Bearer <agentKey>`. */
export const enrollResponse = z
  .object({ hostId: uuid, agentKey: z.string().min(1).max(200), serverTimeMs: timeMs })
  .meta({ id: "EnrollResponse" });

/** POST /agent/v1/reports, body plain or gzip. */
export const reportRequest = z
  .object({ agentTimeMs: timeMs, events: z.array(agentEvent).max(protocolLimits.eventsPerReport) })
  .meta({ id: "ReportRequest" });

/** The envelope alone: what must hold before single events are judged. */
export const reportEnvelope = z.object({
  agentTimeMs: timeMs,
  events: z.array(z.object({ id: uuid, kind: z.string().max(100) }).loose()).max(protocolLimits.eventsPerReport),
});

export const fieldError = z.object({ path: z.string(), message: z.string() }).meta({ id: "FieldError" });

export const refusedEvent = z
  .object({ id: uuid, reason: z.string(), errors: z.array(fieldError) })
  .meta({ id: "RefusedEvent" });

/** `accepted` counts events stored now and those stored before (a replay). Refused ones must not be sent again. */
export const reportResponse = z
  .object({
    serverTimeMs: timeMs,
    accepted: wholeNumber,
    refused: z.array(refusedEvent),
    /** Send the next routine report no sooner than this. */
    nextReportAfterMs: wholeNumber,
  })
  .meta({ id: "ReportResponse" });

/** Every answer that is not 2xx. */
export const errorResponse = z
  .object({
    error: z.object({
      code: z.string(),
      message: z.string(),
      remedy: z.string().optional(),
      errors: z.array(fieldError).optional(),
    }),
  })
  .meta({ id: "ErrorResponse" });
