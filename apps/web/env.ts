import "server-only";
import { z } from "zod";

const schema = z.object({
  DATABASE_URL: z.string().min(1),
  /** Signs the session cookies. */
  BETTER_AUTH_SECRET: z.string().min(32),
  /** Where people open the product; https makes the cookies secure. */
  WEB_URL: z.url(),
  /** Where agents report to, as a host of the fleet reaches it. */
  GATEWAY_URL: z.url(),
});

let parsed: z.infer<typeof schema> | undefined;

/** The environment, read at the first request: a build needs none of it. */
export function env(): z.infer<typeof schema> {
  parsed ??= schema.parse(process.env);
  return parsed;
}
