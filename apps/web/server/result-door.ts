import "server-only";
import type { ResultDoor } from "@crosspoint/api";
import { env } from "@/env";
import { createApiContext } from "./context";
import { importReader } from "./import-reader";
import { runtime } from "./runtime";

/** What the addresses for files of results need of this process. */
export function resultDoor(): ResultDoor {
  const { calls, imports } = runtime();
  return {
    webUrl: env().WEB_URL,
    calls,
    imports,
    reader: importReader(),
    createContext: ({ headers }, _, answerHeaders) => createApiContext(headers, answerHeaders),
  };
}
