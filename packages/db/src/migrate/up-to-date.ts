import pg from "pg";
import { applyMigrations } from "./apply.ts";
import { grantApplication } from "./grants.ts";

/** The same database for the role that owns and migrates it and for the one that the product works as. */
export interface DatabaseUrls {
  readonly owner: string;
  readonly application: string;
}

/** Applies what is missing and lets the application work with it; answers the names of what it applied. */
export async function bringUpToDate({ owner, application }: DatabaseUrls): Promise<string[]> {
  const applied = await applyMigrations(owner);
  await grantApplication(owner, new pg.Client({ connectionString: application }).user ?? "");
  return applied;
}
