import { extname } from "node:path";
import { type Transform, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32, createGunzip, createZstdDecompress } from "node:zlib";

/** Of the file format that Debian packages have, `ar`: its first bytes, and the head of each member in it. */
const arMagic = "!<arch>\n";
const arHeadBytes = 60;
const arNameBytes = 16;
const arSizeAt = 48;
const arSizeDigits = 10;
/** deb(5): they come in this order; what others add, such as a signature, begins with `_`. */
const debMembers = [/^debian-binary$/, /^control\.tar(\.|$)/, /^data\.tar(\.|$)/];
/** The last bytes of what xz wrote: a checksum, the size of the index (4) and the flags (2) that it is of, and two letters. */
const xzFooterBytes = 12;
const xzMagic = "YZ";

/**
 * Whether a file has its end: a copy that is under way, or was cut off, lacks it, or has zeros there. An archive is unpacked once for
 * this, into nothing, and its checksum compared. Of a Debian package the sizes in it add up to its own, all its members are there, and
 * each is whole; one that Node cannot unpack by its end (xz), or by its size alone (bzip2, lzma and what is not compressed).
 */
export async function isWhole(content: Uint8Array, kind: "deb" | "archive"): Promise<boolean> {
  if (kind === "archive") return unpacks(content, createGunzip());
  const members = membersOf(Buffer.from(content.buffer, content.byteOffset, content.length));
  if (members === undefined || !hasAll(members)) return false;
  for (const member of members) if (!(await isWholeMember(member))) return false;
  return true;
}

async function unpacks(content: Uint8Array, unpack: Transform): Promise<boolean> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  return pipeline([content], unpack, nowhere).then(
    () => true,
    () => false,
  );
}

interface Member {
  readonly name: string;
  readonly content: Buffer;
}

/** Undefined where the file ends within one. */
function membersOf(file: Buffer): Member[] | undefined {
  if (file.toString("latin1", 0, arMagic.length) !== arMagic) return undefined;
  const members: Member[] = [];
  let at = arMagic.length;
  while (at < file.length) {
    const size = Number.parseInt(file.toString("latin1", at + arSizeAt, at + arSizeAt + arSizeDigits), 10);
    const end = at + arHeadBytes + size;
    if (!(size >= 0) || end > file.length) return undefined;
    // GNU's ar writes a slash behind a name.
    const name = file.toString("latin1", at, at + arNameBytes).replace(/\/? *$/, "");
    members.push({ name, content: file.subarray(at + arHeadBytes, end) });
    // A member begins at an even byte; the last may do without the byte that fills it up.
    at = end + (size % 2);
  }
  return members;
}

function hasAll(members: readonly Member[]): boolean {
  const own = members.filter(({ name }) => !name.startsWith("_"));
  return debMembers.every((expected, place) => expected.test(own[place]?.name ?? ""));
}

async function isWholeMember({ name, content }: Member): Promise<boolean> {
  switch (extname(name)) {
    case ".gz":
      return unpacks(content, createGunzip());
    case ".zst":
      return unpacks(content, createZstdDecompress());
    case ".xz":
      return endsLikeXz(content);
    default:
      return true;
  }
}

function endsLikeXz(content: Buffer): boolean {
  if (content.length < xzFooterBytes) return false;
  const footer = content.subarray(-xzFooterBytes);
  return footer.toString("latin1", 10) === xzMagic && footer.readUInt32LE(0) === crc32(footer.subarray(4, 10));
}
