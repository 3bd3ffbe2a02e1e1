import { ServiceError } from "@crosspoint/services";
import type { ExportedFile } from "@crosspoint/services/result/export";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import { asTrpcRefusal, refusalOf } from "../errors.ts";
import { privateAnswer } from "./answer-api.ts";

export function parametersOf(request: Request): Record<string, string> {
  return Object.fromEntries(new URL(request.url).searchParams);
}

/** A parameter that is JSON; `what` names it. */
export function jsonOf(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ServiceError("invalid", `${what} is no JSON.`);
  }
}

export function streamed({ name, contentType, parts }: ExportedFile): Response {
  const headers = {
    "content-type": contentType,
    "content-disposition": `attachment; filename="${name}"`,
    "cache-control": privateAnswer,
    "x-content-type-options": "nosniff",
  };
  return new Response(streamOf(parts), { headers });
}

/** Nothing is read before it is asked for, and nothing more once whoever asked is gone. */
function streamOf(parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}

/** A refusal as JSON, in the words of a procedure's. */
export async function answered(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    const refusal = asTrpcRefusal(error);
    if (refusal === undefined) throw error;
    const { cause } = refusal;
    const seconds = cause instanceof ServiceError ? cause.retryAfterSeconds : undefined;
    const headers = {
      "cache-control": privateAnswer,
      ...(seconds === undefined ? {} : { "retry-after": String(seconds) }),
    };
    const status = getHTTPStatusCodeFromError(refusal);
    return Response.json({ message: refusal.message, refusal: refusalOf(cause) }, { status, headers });
  }
}
