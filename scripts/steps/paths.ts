import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));

/** Everything that running leaves behind: the database cluster, logs, the local agent's state, secrets. */
export const dataDir = process.env.CROSSPOINT_DATA_DIR ?? join(root, ".data");
export const logsDir = join(dataDir, "logs");
export const agentTargetDir = join(root, "agent", "target");

/** Programs that npm installed, Node 24 among them. */
export const binDir = join(root, "node_modules", ".bin");
