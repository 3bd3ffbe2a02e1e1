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

/** What can be chosen as the action: the beginning of a verb, and how it is called. */
export const auditVerbs: readonly (readonly [action: string, label: string])[] = [
  ["drive.", "Anything to a drive"],
  ["drive.format", "Format"],
  ["drive.sanitize", "Sanitize"],
  ["drive.discard", "Discard"],
  ["drive.selfTest", "Self-test"],
  ["drive.setPower", "Set power state or governor"],
  ["drive.setScheduler", "Set I/O scheduler"],
  ["drive.moveToClaimant", "Move to claimant"],
  ["drive.dismissClaim", "Dismiss claim"],
  ["benchmark.", "Benchmarks"],
  ["host.", "Hosts"],
  ["access.sign", "Sign-ins and sign-outs"],
  ["access.signInFailed", "Failed sign-ins"],
  ["access.", "People, roles and sessions"],
];

export function auditInput({ who, did, object }: AuditFilter) {
  return {
    ...(who.trim() === "" ? {} : { actor: who.trim().slice(0, 100) }),
    ...(did === "" ? {} : { action: did.slice(0, 100) }),
    ...(object === "" ? {} : { objectId: object.slice(0, 100) }),
  };
}
