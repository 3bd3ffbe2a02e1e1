import "server-only";
import type { ResultDoor } from "@crosspoint/api";
import { env } from "@/env";
import { createApiContext } from "./context";
import { runtime } from "./runtime";

/** What the addresses for files of results need of this process. */
export function resultDoor(): ResultDoor {
  const { calls, imports } = runtime();
  return {
    webUrl: env().WEB_URL,
    calls,
    imports,
    createContext: ({ headers }, _, answerHeaders) => createApiContext(headers, answerHeaders),
  };
}
