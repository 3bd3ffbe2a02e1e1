import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import treeSitter, { type Node, type Parser } from "@vscode/tree-sitter-wasm";

const grammars = dirname(createRequire(import.meta.url).resolve("@vscode/tree-sitter-wasm"));
let parser: Promise<Parser> | undefined;

/** Parses Rust and gives what `read` makes of it; the tree is gone afterwards. */
export async function withRustTree<T>(path: string, text: string, read: (file: Node) => T): Promise<T> {
  parser ??= rustParser();
  const tree = (await parser).parse(text);
  if (!tree || tree.rootNode.hasError) throw new Error(`${path} cannot be read as Rust`);
  try {
    return read(tree.rootNode);
  } finally {
    tree.delete();
  }
}

async function rustParser(): Promise<Parser> {
  await treeSitter.Parser.init();
  const made = new treeSitter.Parser();
  made.setLanguage(await treeSitter.Language.load(join(grammars, "tree-sitter-rust.wasm")));
  return made;
}
