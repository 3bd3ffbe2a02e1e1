import { groupWriters } from "@crosspoint/services/report/group/group-writers";

/**
 * A statement that has come so often keeps its plan. By then the tables of a new fleet are not empty any more, and what holds a list
 * of changing length has hardly come as often.
 */
export const keepsPlansFrom = 200;

/** How many connections to PostgreSQL a gateway opens, by what uses them. */
export const connections = {
  /** Enrollment, commands, the gateway's pulse, and reports that are applied alone. */
  verbs: 20,
  /** Of those of verbs, so that the others find one however many reports wait. */
  reportsAlone: 12,
  /** The groups' writers, a look-up of keys, and a look for commands. */
  plain: groupWriters + 2,
  /** Whether the database answers. */
  probe: 1,
} as const;
