import { ServiceError } from "@crosspoint/services";

/**
 * The same request with its body read, of at most `limitBytes`. What is longer is refused at the limit, whatever
 * Content-Length says, so that nobody's body takes more memory than that. The rest is left to the server, which
 * discards it: to cancel the stream would close the connection before the answer is out.
 */
export async function withBoundedBody(request: Request, limitBytes: number): Promise<Request> {
  if (request.body === null) return request;
  if (Number(request.headers.get("content-length") ?? 0) > limitBytes) throw tooLarge(limitBytes);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = request.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength;
    if (bytes > limitBytes) throw tooLarge(limitBytes);
    chunks.push(part.value);
  }
  const { url, method, headers, signal } = request;
  return new Request(url, { method, headers, signal, body: Buffer.concat(chunks, bytes) });
}

function tooLarge(limitBytes: number): ServiceError {
  return new ServiceError("tooLarge", `The body is larger than the limit of ${limitBytes} bytes.`, {
    remedy: "Send less in one request.",
  });
}
