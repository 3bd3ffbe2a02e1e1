import type { Host } from "@crosspoint/db";
import { type HostWord, hostWord } from "@crosspoint/domain";

/** A host's clock that is further off than this is worth a warning, and does not date what its agent says (see ADR 0170). */
export const clockSkewWarningMs = 5000;

export interface HostHead {
  readonly id: string;
  readonly hostname: string;
  readonly agentVersion: string;
  readonly enrolledAt: Date;
  readonly lastSeenAt: Date | null;
  readonly keyRevokedAt: Date | null;
  readonly word: HostWord;
  /** Agent's clock minus the server's. */
  readonly clockSkewMs: number | undefined;
  readonly clockSkewed: boolean;
  /** What people say of it. */
  readonly rack: string | undefined;
  readonly role: string | undefined;
  readonly tags: readonly string[];
}

/** `now` is the time until which hosts could be heard. */
export function hostHead(host: Host, now: Date): HostHead {
  const clockSkewMs = host.clockSkewMs === null ? undefined : Number(host.clockSkewMs);
  return {
    id: host.id,
    hostname: host.hostname,
    agentVersion: host.agentVersion,
    enrolledAt: host.enrolledAt,
    lastSeenAt: host.lastSeenAt,
    keyRevokedAt: host.keyRevokedAt,
    word: hostWord(host.lastSeenAt, now),
    clockSkewMs,
    rack: host.rack ?? undefined,
    role: host.role ?? undefined,
    tags: host.tags,
    clockSkewed: clockSkewMs !== undefined && Math.abs(clockSkewMs) > clockSkewWarningMs,
  };
}
