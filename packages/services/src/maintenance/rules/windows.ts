import type { Prisma } from "@crosspoint/db";

/** Most windows that stand; they are listed whole, and each is looked at where it is asked whether one is open. */
export const windowsLimit = 200;

/** Neither over nor ended. */
export const isStanding = { endedAt: null, nextUntil: { not: null } } satisfies Prisma.MaintenanceWindowWhereInput;
