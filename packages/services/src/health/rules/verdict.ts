import type { HealthReason, HealthStatus } from "@crosspoint/domain";

export const healthStatuses = ["notResponding", "failed", "replace", "watch", "unknown", "good"] as const;

/** A verdict as it is stored; a word that this version does not know says nothing. */
export function healthStatusOf(verdict: string): HealthStatus {
  return healthStatuses.find((status) => status === verdict) ?? "unknown";
}

/** Why, for a drive that was never sampled or does not answer. The stored reasons are the domain's own. */
export function healthReasonsOf(stored: unknown): readonly HealthReason[] {
  return Array.isArray(stored) ? (stored as HealthReason[]) : [];
}
