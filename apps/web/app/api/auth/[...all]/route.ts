import { runtime } from "@/server/runtime";

function handler(request: Request): Promise<Response> {
  return runtime().auth.handler(request);
}

export { handler as GET, handler as POST };
