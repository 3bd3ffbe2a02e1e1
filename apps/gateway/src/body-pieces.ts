const pieceBytes = 4096;
/** Those that are larger are few. */
const reusedMost = 64 * 1024;
/** Most bytes of free pieces. */
const freeMost = 8 * 1024 * 1024;

/**
 * Memory for bodies that wait for their answer, used again and again. One that is made for each, and outlives two collections of the young, is
 * freed by a collection of all there is alone: a thousand of them a second bring one about each second.
 */
export class BodyPieces {
  /** By how many times {@link pieceBytes} they have. */
  readonly #free: Buffer[][] = Array.from({ length: reusedMost / pieceBytes + 1 }, () => []);
  #freeBytes = 0;

  /** The body in a piece, which is to be freed once nobody reads it any more; as it is where it is too large. */
  copyOf(body: Buffer): Piece {
    if (body.length > reusedMost) return { body, free: () => undefined };
    const size = Math.ceil(body.length / pieceBytes);
    const piece = this.#take(size);
    body.copy(piece);
    return { body: piece.subarray(0, body.length), free: () => this.#keep(size, piece) };
  }

  #take(size: number): Buffer {
    const piece = this.#free[size]?.pop();
    if (piece === undefined) return Buffer.allocUnsafeSlow(size * pieceBytes);
    this.#freeBytes -= piece.length;
    return piece;
  }

  #keep(size: number, piece: Buffer): void {
    if (this.#freeBytes + piece.length > freeMost) return;
    this.#freeBytes += piece.length;
    this.#free[size]?.push(piece);
  }
}

export interface Piece {
  readonly body: Buffer;
  /** Once: another body is written there then. */
  free(): void;
}
