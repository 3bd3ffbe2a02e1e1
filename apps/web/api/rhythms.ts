import type { QueryClient } from "@tanstack/react-query";
import type { TRPC } from "./client";

/** A drive is sampled each minute, and its host heard of every half minute. */
const readingsMs = 30_000;
/** Of all drives: an hour's samples move it little. */
const fleetReadingsMs = 60_000;
/** How far the runs of a list are, and when those that wait start. */
const progressMs = 15_000;

/**
 * What changes without an edge to announce, such as a temperature, is asked anew at a rhythm of its own, as long as a page
 * shows it and is in sight.
 */
export function setOwnRhythms(queryClient: QueryClient, trpc: TRPC): void {
  const readings = [trpc.fleet.get, trpc.drive.list, trpc.drive.get, trpc.drive.history, trpc.host.list, trpc.host.get];
  for (const query of readings) queryClient.setQueryDefaults(query.pathKey(), { refetchInterval: readingsMs });
  queryClient.setQueryDefaults(trpc.fleet.readings.pathKey(), { refetchInterval: fleetReadingsMs });
  for (const query of [trpc.run.list, trpc.run.queue]) {
    queryClient.setQueryDefaults(query.pathKey(), { refetchInterval: progressMs });
  }
}
