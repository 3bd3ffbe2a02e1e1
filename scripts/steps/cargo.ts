import { agentTargetDir } from "./paths.ts";

/** Where cargo puts what it builds. In CI nothing is built twice: what cargo would write down to build less the next time is left out. */
export const cargoEnvironment: Readonly<Record<string, string>> = {
  CARGO_TARGET_DIR: agentTargetDir,
  ...(process.env.CI ? { CARGO_INCREMENTAL: "0" } : {}),
};
