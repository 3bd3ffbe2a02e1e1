/** Bytes of the smallest pieces; each size is twice the one before. */
const leastBytes = 512;
const sizes = 8;
const reusedMost = leastBytes << (sizes - 1);
/** Most bytes of free pieces of one size: 16 MiB of all, which no body's room counts. */
const freeMost = 2 * 1024 * 1024;

/**
 * Memory for bodies that wait for their answer, used again and again. One that is made for each, and outlives two collections of the young, is
 * freed by a collection of all there is alone: a thousand of them a second bring one about each second.
 */
export class BodyPieces {
  readonly #free: Buffer[][] = Array.from({ length: sizes }, () => []);

  /** The body in a piece, which is to be freed once nobody reads it any more; as it is where it is too large, as few are. */
  copyOf(body: Buffer): Piece {
    if (body.length > reusedMost) return { body, bytes: body.buffer.byteLength, free: () => undefined };
    const size = sizeOf(body.length);
    const piece = this.#free[size]?.pop() ?? Buffer.allocUnsafeSlow(leastBytes << size);
    body.copy(piece);
    return { body: piece.subarray(0, body.length), bytes: piece.length, free: () => this.#keep(size, piece) };
  }

  #keep(size: number, piece: Buffer): void {
    const free = this.#free[size];
    if (free !== undefined && (free.length + 1) * piece.length <= freeMost) free.push(piece);
  }
}

export interface Piece {
  readonly body: Buffer;
  /** What is held of the memory by it. */
  readonly bytes: number;
  /** Once: another body is written there then. */
  free(): void;
}

function sizeOf(bytes: number): number {
  let size = 0;
  while (leastBytes << size < bytes) size += 1;
  return size;
}
