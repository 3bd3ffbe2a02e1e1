/** Where a drive was until it left its host. */
export interface LastPlace {
  /** Undefined where the host was removed. */
  readonly hostId: string | undefined;
  readonly hostname: string;
  readonly until: Date;
}

/** What is read of a drive that is in no host. */
interface SeenDrive {
  readonly lastSeenAt: Date;
  /** The newest first; one is enough. */
  readonly sightings: readonly {
    readonly hostId: string;
    readonly lastSeenAt: Date;
    readonly host: { readonly hostname: string };
  }[];
}

/** With a host that is removed its sightings go, and its name stays: the newest sighting that is left may be in another host. */
export function lastPlaceOf(hostname: string, { lastSeenAt, sightings: [last] }: SeenDrive): LastPlace {
  return last?.host.hostname === hostname
    ? { hostId: last.hostId, hostname, until: last.lastSeenAt }
    : { hostId: undefined, hostname, until: lastSeenAt };
}
