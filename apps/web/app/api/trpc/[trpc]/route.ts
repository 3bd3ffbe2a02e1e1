import { answerApi } from "@crosspoint/api";
import { env } from "@/env";
import { addressOfRequest } from "@/server/client";
import { createApiContext } from "@/server/context";
import { runtime } from "@/server/runtime";

function handler(request: Request): Promise<Response> {
  return answerApi(request, addressOfRequest(), {
    webUrl: env().WEB_URL,
    calls: runtime().calls,
    createContext: ({ headers }, _, answerHeaders) => createApiContext(headers, answerHeaders),
  });
}

export { handler as GET, handler as POST };
