import type { Transaction } from "../client.ts";

/** Where a drive is plugged in, as its host sees it. */
export interface SightingPlace {
  readonly controllerName: string;
  readonly transport: string;
  readonly pciAddress: string | null;
  readonly numaNode: number | null;
  readonly linkSpeed: string | null;
  readonly linkWidth: number | null;
  readonly maxLinkSpeed: string | null;
  readonly maxLinkWidth: number | null;
  readonly slot: string | null;
  /** JSON text. */
  readonly queues: string | null;
}

/**
 * Renews open sightings: the place may have a new name after a restart, the drive is the same. The time is the host's
 * last word though it be earlier than the one before: a clock that was ahead would keep the drive from any other host.
 */
export async function refreshSightings(
  tx: Transaction,
  rows: readonly (SightingPlace & { readonly id: string })[],
  seenAt: Date,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE drive_sighting SET
      controller_name = seen.controller_name, transport = seen.transport, pci_address = seen.pci_address,
      numa_node = seen.numa_node, link_speed = seen.link_speed, link_width = seen.link_width,
      max_link_speed = seen.max_link_speed, max_link_width = seen.max_link_width,
      slot = seen.slot, queues = seen.queues::jsonb,
      last_seen_at = ${seenAt.toISOString()}::timestamptz
    FROM unnest(
      ${rows.map((row) => row.id)}::uuid[],
      ${rows.map((row) => row.controllerName)}::text[],
      ${rows.map((row) => row.transport)}::text[],
      ${rows.map((row) => row.pciAddress)}::text[],
      ${rows.map((row) => row.numaNode)}::int[],
      ${rows.map((row) => row.linkSpeed)}::text[],
      ${rows.map((row) => row.linkWidth)}::int[],
      ${rows.map((row) => row.maxLinkSpeed)}::text[],
      ${rows.map((row) => row.maxLinkWidth)}::int[],
      ${rows.map((row) => row.slot)}::text[],
      ${rows.map((row) => row.queues)}::text[]
    ) AS seen (
      id, controller_name, transport, pci_address, numa_node, link_speed, link_width, max_link_speed, max_link_width,
      slot, queues
    )
    WHERE drive_sighting.id = seen.id`;
}
