import type { Database } from "@crosspoint/db";
import type { Logger } from "pino";

/** What any work of the worker needs. */
export interface WorkParts {
  readonly db: Database;
  readonly logger: Logger;
  readonly now: () => Date;
}
