import { ServiceError } from "@crosspoint/services";

/** What a body may take. */
export interface BodyLimits {
  readonly bytes: number;
  /** From now to its last byte; left out where the server's own limit on a request is enough. */
  readonly seconds?: number;
}

/** The same request with its body read: see {@link readBody}. */
export async function withBoundedBody(request: Request, limits: BodyLimits): Promise<Request> {
  if (request.body === null) return request;
  const { url, method, headers, signal } = request;
  return new Request(url, { method, headers, signal, body: await readBody(request, limits) });
}

/**
 * The body, of at most so many bytes. What is longer is refused at the limit, whatever Content-Length says, so that nobody's
 * body takes more memory than that. The rest is left to the server, which discards it: to cancel the stream would close the
 * connection before the answer is out.
 */
export async function readBody(
  request: Request,
  { bytes: limit, seconds }: BodyLimits,
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge(limit);
  const late = lateAfter(seconds);
  try {
    return await Promise.race([chunksOf(request, limit), late.promise]);
  } finally {
    late.clear();
  }
}

async function chunksOf({ body }: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = body?.getReader();
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    bytes += part.value.byteLength;
    if (bytes > limit) throw tooLarge(limit);
    chunks.push(part.value);
  }
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
}

function lateAfter(seconds: number | undefined) {
  const { promise, reject } = Promise.withResolvers<never>();
  if (seconds === undefined) return { promise, clear: () => {} };
  const late = new ServiceError("tooSlow", `The body took longer than ${seconds} s to arrive.`, {
    remedy: "Send it over a faster connection, or divide it.",
  });
  const timer = setTimeout(() => reject(late), seconds * 1000);
  return { promise, clear: () => clearTimeout(timer) };
}

function tooLarge(limitBytes: number): ServiceError {
  return new ServiceError("tooLarge", `The body is larger than the limit of ${limitBytes} bytes.`, {
    remedy: "Send less in one request.",
  });
}
