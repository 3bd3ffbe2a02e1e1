import { createLoader, parseAsString } from "nuqs/server";

/** What the audit shows, as it stands in the URL. */
export const auditFilterParsers = {
  who: parseAsString.withDefault(""),
  did: parseAsString.withDefault(""),
  /** The id of one object: a drive, a host, a run. */
  object: parseAsString.withDefault(""),
};
export const loadAuditFilter = createLoader(auditFilterParsers);

export interface AuditFilter {
  readonly who: string;
  readonly did: string;
  readonly object: string;
}

/** What can be chosen under "did": the beginning of a verb, and how it is called. */
export const auditVerbs: readonly (readonly [action: string, label: string])[] = [
  ["drive.", "anything to a drive"],
  ["drive.format", "format"],
  ["drive.sanitize", "sanitize"],
  ["drive.discard", "discard"],
  ["drive.selfTest", "self-test"],
  ["drive.setPower", "power state or governor"],
  ["drive.setScheduler", "I/O scheduler"],
  ["drive.moveToClaimant", "drive moved to the host that claimed it"],
  ["drive.dismissClaim", "claim of a host dismissed"],
  ["benchmark.", "benchmarks"],
  ["host.", "hosts"],
  ["access.sign", "signing in and out"],
  ["access.signInFailed", "failed sign-ins"],
  ["access.", "people and roles"],
];

export function auditInput({ who, did, object }: AuditFilter) {
  return {
    ...(who.trim() === "" ? {} : { actor: who.trim().slice(0, 100) }),
    ...(did === "" ? {} : { action: did.slice(0, 100) }),
    ...(object === "" ? {} : { objectId: object.slice(0, 100) }),
  };
}
