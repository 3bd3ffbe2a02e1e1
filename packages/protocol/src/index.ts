/**
 * The wire contract between agent and server, version 1: the only definition. JSON Schema and the Rust types of
 * agent/crates/wire are generated from it (`npm run generate`) and checked for drift (`npm run check`).
 */
import type { z } from "zod";
import type * as benchmark from "./benchmark.ts";
import type * as commands from "./commands.ts";
import type * as control from "./control.ts";
import type * as database from "./database-spec.ts";
import type * as drive from "./drive.ts";
import type * as details from "./drive-details.ts";
import type * as events from "./events.ts";
import type * as messages from "./messages.ts";
import type * as plan from "./plan/plan.ts";
import type * as sweep from "./plan/sweep.ts";
import type * as spec from "./point-spec.ts";

export * from "./benchmark.ts";
export * from "./commands.ts";
export * from "./control.ts";
export { databaseSpec } from "./database-spec.ts";
export * from "./drive.ts";
export * from "./drive-details.ts";
export * from "./events.ts";
export * from "./limits.ts";
export * from "./messages.ts";
export { stepKinds } from "./plan/kinds.ts";
export { benchmarkPlan, planDocument } from "./plan/plan.ts";
export { setStep } from "./plan/set.ts";
export { type PlanStep, planStep } from "./plan/step.ts";
export { pointSpec } from "./point-spec.ts";

export type DriveIdentity = z.infer<typeof drive.driveIdentity>;
export type DriveObservation = z.infer<typeof drive.driveObservation>;
export type DriveProblem = z.infer<typeof drive.driveProblem>;
export type ControllerFacts = z.infer<typeof drive.controllerFacts>;
export type PowerState = z.infer<typeof drive.powerState>;
export type LbaFormat = z.infer<typeof drive.lbaFormat>;
export type NamespaceObservation = z.infer<typeof drive.namespace>;
export type NamespaceUse = z.infer<typeof drive.namespaceUse>;
export type ControllerQueues = z.infer<typeof drive.controllerQueues>;
export type DriveDetails = z.infer<typeof details.driveDetails>;
export type ScratchFile = z.infer<typeof drive.scratchFile>;
export type SmartLog = z.infer<typeof drive.smartLog>;
export type BenchmarkPlan = z.infer<typeof plan.benchmarkPlan>;
export type PlanDocument = z.infer<typeof plan.planDocument>;
export type SweepStep = z.infer<typeof sweep.sweepStep>;
export type PointSpec = z.infer<typeof spec.pointSpec>;
export type DatabaseSpec = z.infer<typeof database.databaseSpec>;
export type BenchmarkTarget = z.infer<typeof benchmark.benchmarkTarget>;
export type BenchmarkEnvironment = z.infer<typeof benchmark.benchmarkEnvironment>;
export type PointSlice = z.infer<typeof benchmark.pointSlice>;
export type RaisedParameter = z.infer<typeof benchmark.raisedParameter>;
export type PointDirection = z.infer<typeof benchmark.pointDirection>;
export type SecondDirection = z.infer<typeof benchmark.secondDirection>;
export type AgentEvent = z.infer<typeof events.agentEvent>;
export type AgentEventOf<K extends AgentEvent["kind"]> = Extract<AgentEvent, { kind: K }>;
export type DriveAction = z.infer<typeof control.driveAction>;
export type HostPolicy = z.infer<typeof control.hostPolicy>;
export type RunSettings = z.infer<typeof control.runSettings>;
export type Command = z.infer<typeof commands.command>;
export type CommandsResponse = z.infer<typeof commands.commandsResponse>;
export type EnrollRequest = z.infer<typeof messages.enrollRequest>;
export type EnrollResponse = z.infer<typeof messages.enrollResponse>;
export type ReportRequest = z.infer<typeof messages.reportRequest>;
export type ReportResponse = z.infer<typeof messages.reportResponse>;
export type RefusedEvent = z.infer<typeof messages.refusedEvent>;
export type FieldError = z.infer<typeof messages.fieldError>;
export type ErrorResponse = z.infer<typeof messages.errorResponse>;
