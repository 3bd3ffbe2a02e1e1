/** Something in a file that is wrong or worth knowing, with its place inside the file. */
export interface FileRemark {
  /** Such as `jobs[0].read.clat_ns.mean`, or `line 12`; empty where it is the whole file. */
  readonly path: string;
  readonly message: string;
}

/** What cannot be imported, and where it stands in its file. */
export class ImportProblem extends Error implements FileRemark {
  override readonly name = "ImportProblem";
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

/** Longest piece of a file that is repeated in a message. */
const quotedCharacters = 60;

/** A piece of a file as a message shows it: one line, bounded, without control characters. */
export function quoted(text: string): string {
  const cut = text.length > quotedCharacters ? `${text.slice(0, quotedCharacters)}…` : text;
  return `"${cut.replace(/\p{C}/gu, "\uFFFD")}"`;
}
