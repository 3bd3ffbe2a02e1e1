import type { Node } from "@vscode/tree-sitter-wasm";
import { isForTests } from "../../imports/rust/module-text.ts";
import { withRustTree } from "../../imports/rust/parse.ts";
import type { Length } from "./length.ts";

export interface RustLengths {
  readonly functions: readonly Length[];
  /** The lines of modules for tests that stand in the file. */
  readonly testLines: number;
}

/** The functions and methods of a file; what they contain is part of them, and a function in a function counts again. */
export async function rustLengths(path: string, text: string, test: boolean): Promise<RustLengths> {
  return await withRustTree(path, text, (file) => {
    const found = { path, functions: [] as Length[], testLines: 0 };
    addFunctions(file, found, test);
    return found;
  });
}

function addFunctions(
  node: Node,
  found: { path: string; functions: Length[]; testLines: number },
  test: boolean,
): void {
  let attributes: Node[] = [];
  for (const child of node.namedChildren) {
    if (!child || child.type.endsWith("_comment")) continue;
    if (child.type === "attribute_item") {
      attributes.push(child);
      continue;
    }
    const testOnly = test || attributes.some(isForTests);
    if (testOnly && !test) found.testLines += linesOf(child) + attributes.reduce((sum, node) => sum + linesOf(node), 0);
    if (child.type === "function_item") {
      const name = child.childForFieldName("name")?.text ?? "";
      found.functions.push({
        path: found.path,
        name,
        line: child.startPosition.row + 1,
        lines: linesOf(child),
        test: testOnly,
      });
    }
    addFunctions(child, found, testOnly);
    attributes = [];
  }
}

const linesOf = (node: Node) => node.endPosition.row - node.startPosition.row + 1;
