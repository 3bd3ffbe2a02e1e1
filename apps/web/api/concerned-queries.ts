import type { LiveChange } from "@crosspoint/api";
import type { QueryFilters } from "@tanstack/react-query";
import { batchPreviewKey } from "./batch-preview-key";
import type { TRPC } from "./client";

/** Queries whose answers may differ after a change: of the thing itself, and of the lists in which it is a row. */
export interface ConcernedQueries {
  readonly objects: readonly QueryFilters[];
  readonly lists: readonly QueryFilters[];
}

export function concernedQueries(
  trpc: TRPC,
  change: Exclude<LiveChange, { readonly topic: "resync" }>,
): ConcernedQueries {
  switch (change.topic) {
    case "host":
      // A page shows one drive at most, and whether its host is this one is not worth asking.
      return {
        objects: [trpc.host.get.queryFilter({ hostId: change.hostId }), trpc.drive.get.pathFilter()],
        lists: [
          // Each host that enrolls takes a use of its token.
          ...[trpc.host.list, trpc.host.enrollmentTokens, trpc.run.list].map((list) => list.pathFilter()),
          ...drivesIn(trpc),
        ],
      };
    case "drive": {
      const { driveId } = change;
      return {
        objects: [trpc.drive.get, trpc.drive.control.list, trpc.lifecycle.get].map((query) =>
          query.queryFilter({ driveId }),
        ),
        lists: [trpc.host.get.pathFilter(), ...drivesIn(trpc)],
      };
    }
    case "drives":
      return {
        objects: [trpc.drive.get, trpc.drive.control.list, trpc.lifecycle.get].map((query) => query.pathFilter()),
        lists: [trpc.host.get.pathFilter(), ...drivesIn(trpc)],
      };
    case "run":
      return {
        objects: [trpc.run.get.queryFilter({ runId: change.runId })],
        lists: [
          ...[trpc.run.list, trpc.run.queue, trpc.run.targets, trpc.run.preflight, trpc.compare.choices],
          ...[trpc.batch.get, trpc.batch.point, trpc.batch.list],
        ]
          .map((list): QueryFilters => list.pathFilter())
          .concat(batchPreview),
      };
    case "queue":
      return {
        objects: [trpc.run.queue, trpc.run.countQueued].map((query) => query.pathFilter()),
        lists: [trpc.run.list, trpc.run.targets].map((list) => list.pathFilter()),
      };
    case "groups":
      return {
        objects: [trpc.group.get.pathFilter()],
        lists: [trpc.group.list, trpc.group.drives].map((list) => list.pathFilter()),
      };
    case "maintenance":
      // What began in a window needs attention once that is over.
      return {
        objects: [trpc.drive.get.pathFilter()],
        lists: [trpc.maintenance.list, trpc.fleet.get].map((list) => list.pathFilter()),
      };
    case "plans":
      return { objects: [trpc.plan.get.pathFilter()], lists: [trpc.plan.saved.pathFilter()] };
    case "batch": {
      const { batchId } = change;
      return { objects: [trpc.batch.get.queryFilter({ batchId })], lists: [trpc.batch.list.pathFilter()] };
    }
    case "schedule":
      return { objects: [], lists: [trpc.schedule.list, trpc.batch.list].map((list) => list.pathFilter()) };
    case "command":
      return { objects: [trpc.host.get.queryFilter({ hostId: change.hostId })], lists: [] };
  }
}

function drivesIn(trpc: TRPC): QueryFilters[] {
  return [
    trpc.fleet.get,
    trpc.fleet.health,
    trpc.fleet.changes,
    trpc.drive.list,
    trpc.run.targets,
    trpc.run.preflight,
    trpc.drive.control.preflight,
  ]
    .map((query): QueryFilters => query.pathFilter())
    .concat(batchPreview);
}

const batchPreview: QueryFilters = { queryKey: batchPreviewKey };
