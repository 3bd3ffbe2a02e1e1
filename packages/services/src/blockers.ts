import type { FieldError } from "@crosspoint/protocol";
import { ServiceError, type ServiceErrorCode } from "./errors.ts";

/** One thing that stands against what is asked for. A preflight shows all of them; the verb itself throws the first. */
export interface Blocker {
  readonly code: ServiceErrorCode;
  readonly message: string;
  readonly remedy: string;
  readonly fields?: readonly FieldError[];
}

/** Throws the first of them, the most final; returns where there is none. */
export function refuseFirst([first]: readonly Blocker[]): void {
  if (first === undefined) return;
  throw new ServiceError(first.code, first.message, { remedy: first.remedy, fields: first.fields ?? [] });
}
