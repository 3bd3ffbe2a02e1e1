import { fileURLToPath } from "node:url";
import { parseTrustedProxies, type TrustedProxies } from "@crosspoint/services/access/rules/client-address";
import { z } from "zod";

/** Where `npm start` and `npm run package` put them. */
const builtPackages = fileURLToPath(new URL("../../../agent/target/packages", import.meta.url));

const schema = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgresql:// address" }),
  GATEWAY_PORT: z.coerce.number().int().min(0).max(65_535).default(4100),
  GATEWAY_HOST: z.string().min(1).default("127.0.0.1"),
  GATEWAY_URL: z
    .string()
    // It goes into the script that hosts run as root.
    .regex(/^https?:\/\/(\[[\da-f:]+\]|[\w.-]+)(:\d+)?(\/[\w./-]*)?$/i, { error: "must be an http(s):// address" })
    .optional(),
  AGENT_PACKAGES_DIR: z.string().min(1).optional(),
  TRUSTED_PROXIES: z.string().optional(),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal"]).default("info"),
});

export interface GatewayEnv {
  readonly databaseUrl: string;
  readonly port: number;
  readonly host: string;
  /** The reverse proxies whose X-Forwarded-For is believed. */
  readonly proxies: TrustedProxies;
  /** Where hosts reach this gateway, for the script that they install from. */
  readonly serverUrl: string | undefined;
  /** The folder with the agent's packages. */
  readonly packagesFolder: string;
  readonly logLevel: z.infer<typeof schema>["LOG_LEVEL"];
}

/** Reads the environment once; the error names each variable that is wrong, never its value. */
export function readEnv(variables: NodeJS.ProcessEnv): GatewayEnv {
  const parsed = schema.safeParse(variables);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`The environment is not complete. ${faults.join("; ")}.`);
  }
  const { DATABASE_URL, GATEWAY_PORT, GATEWAY_HOST, GATEWAY_URL, AGENT_PACKAGES_DIR, LOG_LEVEL } = parsed.data;
  const proxies = parseTrustedProxies(parsed.data.TRUSTED_PROXIES);
  return {
    databaseUrl: DATABASE_URL,
    port: GATEWAY_PORT,
    host: GATEWAY_HOST,
    serverUrl: GATEWAY_URL,
    packagesFolder: AGENT_PACKAGES_DIR ?? builtPackages,
    logLevel: LOG_LEVEL,
    proxies,
  };
}
