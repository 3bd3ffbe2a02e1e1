import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";

/** Of the file format that Debian packages have, `ar`: its first bytes, and the head of each member in it. */
const arMagic = "!<arch>\n";
const arHeadBytes = 60;
const arSizeAt = 48;
const arSizeDigits = 10;

/**
 * Whether a file has its end: a copy that is under way, or was cut off, lacks it. An archive is unpacked once for this, into
 * nothing, and its checksum compared; of a Debian package the sizes in it add up to its own.
 */
export async function isWhole(content: Uint8Array, kind: "deb" | "archive"): Promise<boolean> {
  return kind === "deb"
    ? isWholeAr(Buffer.from(content.buffer, content.byteOffset, content.length))
    : isWholeGzip(content);
}

async function isWholeGzip(content: Uint8Array): Promise<boolean> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  return pipeline([content], createGunzip(), nowhere).then(
    () => true,
    () => false,
  );
}

function isWholeAr(content: Buffer): boolean {
  if (content.toString("latin1", 0, arMagic.length) !== arMagic) return false;
  let at = arMagic.length;
  while (at < content.length) {
    const size = Number.parseInt(content.toString("latin1", at + arSizeAt, at + arSizeAt + arSizeDigits), 10);
    if (!(size >= 0)) return false;
    // A member begins at an even byte; the last may do without the byte that fills it up.
    const end = at + arHeadBytes + size;
    if (end > content.length) return false;
    at = end + (size % 2);
  }
  return at > arMagic.length;
}
