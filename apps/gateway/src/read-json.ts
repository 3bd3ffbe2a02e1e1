import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { gunzip, gunzipSync } from "node:zlib";
import type { BodyPlace } from "./body-room.ts";
import { RequestError } from "./request-error.ts";

const inflate = promisify(gunzip);
const inflatedHereBytes = 16 * 1024;
const inflatedHereMost = 256 * 1024;

export interface ReadOptions {
  readonly limitBytes: number;
  /** The request as Node has it: read from there, a body costs a fifth of what it costs as a stream of the web. */
  readonly incoming?: IncomingMessage | undefined;
  /** Where the body is held until it is answered; absent: in memory of its own. */
  readonly place?: BodyPlace;
}

export async function readJson(request: Request, options: ReadOptions): Promise<unknown> {
  return parseJson(await readBody(request, options));
}

/**
 * Reads a body of JSON, plain or gzip, of at most `limitBytes` as sent and after decompression. What is larger is cut off
 * at the limit, so that neither a long body nor a gzip bomb can claim more memory.
 */
export async function readBody(request: Request, { limitBytes, incoming, place }: ReadOptions): Promise<Buffer> {
  requireJson(request);
  const isGzip = contentEncoding(request) === "gzip";
  if (declaredBytes(request) > limitBytes) throw tooLarge(limitBytes, "The body");
  const sent = await (incoming === undefined ? readStream(request, limitBytes) : readIncoming(incoming, limitBytes));
  const body = isGzip ? await decompress(sent, limitBytes) : sent;
  return place?.hold(body) ?? body;
}

function declaredBytes(request: Request): number {
  return Number(request.headers.get("content-length") ?? 0);
}

/** What a request says of the size of its body, or the most that it may have. */
export function expectedBytes(request: Request, limitBytes: number): number {
  return Math.min(declaredBytes(request) || limitBytes, limitBytes);
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
async function readIncoming(incoming: IncomingMessage, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const end = (settle: () => void) => {
      incoming.off("data", onData).off("end", onEnd).off("close", onClose);
      settle();
    };
    const onData = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= limitBytes) chunks.push(chunk);
      else end(() => reject(tooLarge(limitBytes, "The body")));
      if (bytes > limitBytes) incoming.pause();
    };
    const onEnd = () => end(() => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, bytes)));
    const onClose = () => end(() => reject(cutOff(incoming.errored)));
    incoming.on("data", onData).on("end", onEnd).on("close", onClose);
    if (incoming.destroyed) onClose();
  });
}

function cutOff(cause: Error | null): RequestError {
  return new RequestError(400, "malformed", "The body was cut off.", { cause });
}

async function readStream(request: Request, limitBytes: number): Promise<Buffer> {
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
    if (sent.length <= inflatedHereBytes) {
      const most = Math.min(inflatedHereMost, limitBytes);
      return gunzipSync(sent, { chunkSize: Math.min(toldBytes(sent), most) + 1, maxOutputLength: most });
    }
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

/** Where it says that it will be less, it may say so wrongly: in pieces of a few bytes it would take much longer. */
const pieceBytesLeast = 4096;
/** Of one byte that was sent. */
const deflatedMost = 1032;

/** How large it says, by its last four bytes, that it will be, as far as that can be: then it is inflated in one piece. */
function toldBytes(sent: Buffer): number {
  const told = sent.length < 4 ? 0 : sent.readUInt32LE(sent.length - 4);
  return Math.max(Math.min(told, sent.length * deflatedMost), pieceBytesLeast);
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Throws where a body is no JSON. */
export function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : "unknown";
    throw new RequestError(400, "malformed", `The body is not JSON: ${why}`, { cause });
  }
}
