import { promisify } from "node:util";
import { gunzip, gunzipSync } from "node:zlib";
import { RequestError } from "./request-error.ts";

const inflate = promisify(gunzip);
const inflatedHereBytes = 16 * 1024;
const inflatedHereMost = 256 * 1024;

/**
 * Reads a JSON body, plain or gzip, of at most `limitBytes` as sent and after decompression. What is larger is cut off
 * at the limit, so that neither a long body nor a gzip bomb can claim more memory.
 */
export async function readJson(request: Request, limitBytes: number): Promise<unknown> {
  requireJson(request);
  const isGzip = contentEncoding(request) === "gzip";
  const sent = await readBounded(request, limitBytes);
  return parseJson(isGzip ? await decompress(sent, limitBytes) : sent);
}

function requireJson(request: Request): void {
  const type = request.headers.get("content-type") ?? "none";
  if (type.split(";")[0]?.trim().toLowerCase() === "application/json") return;
  throw new RequestError(415, "unsupportedMediaType", `The body's content type is ${type}.`, {
    remedy: "Send application/json.",
  });
}

function contentEncoding(request: Request): "identity" | "gzip" {
  const encoding = (request.headers.get("content-encoding") ?? "identity").trim().toLowerCase();
  if (encoding === "identity" || encoding === "gzip") return encoding;
  throw new RequestError(415, "unsupportedMediaType", `The body's encoding is ${encoding}.`, {
    remedy: "Send it plain or as gzip.",
  });
}

function tooLarge(limitBytes: number, what: string): RequestError {
  return new RequestError(413, "tooLarge", `${what} is larger than the limit of ${limitBytes} bytes.`, {
    remedy: "Send fewer events in one report.",
  });
}

/**
 * Stops reading at the limit without cancelling the stream: that would close the socket before the answer is out. The
 * server discards the rest, within bounds of its own, so that a sender, or the proxy before it, gets to read the answer.
 */
async function readBounded(request: Request, limitBytes: number): Promise<Buffer> {
  if (Number(request.headers.get("content-length") ?? 0) > limitBytes) throw tooLarge(limitBytes, "The body");
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) {
    bytes += part.value.byteLength;
    if (bytes > limitBytes) throw tooLarge(limitBytes, "The body");
    chunks.push(part.value);
  }
  return Buffer.concat(chunks, bytes);
}

async function decompress(sent: Buffer, limitBytes: number): Promise<Buffer> {
  try {
    // Handing a small body to another thread costs more than inflating it.
    if (sent.length <= inflatedHereBytes) return gunzipSync(sent, { maxOutputLength: inflatedHereMost });
  } catch {
    // Larger than it looked, or no gzip: said below.
  }
  try {
    return await inflate(sent, { maxOutputLength: limitBytes });
  } catch (cause) {
    if (cause instanceof RangeError) throw tooLarge(limitBytes, "The body, decompressed,");
    throw new RequestError(400, "malformed", "The body is not gzip, though Content-Encoding says so.", { cause });
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : "unknown";
    throw new RequestError(400, "malformed", `The body is not JSON: ${why}`, { cause });
  }
}
