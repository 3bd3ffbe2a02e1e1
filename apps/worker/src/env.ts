import { z } from "zod";

const schema = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgresql:// address" }),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal"]).default("info"),
});

export interface WorkerEnv {
  readonly databaseUrl: string;
  readonly logLevel: z.infer<typeof schema>["LOG_LEVEL"];
}

/** Reads the environment once; the error names each variable that is wrong, never its value. */
export function readEnv(variables: NodeJS.ProcessEnv): WorkerEnv {
  const parsed = schema.safeParse(variables);
  if (parsed.success) return { databaseUrl: parsed.data.DATABASE_URL, logLevel: parsed.data.LOG_LEVEL };
  const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`The environment is not complete. ${faults.join("; ")}.`);
}
