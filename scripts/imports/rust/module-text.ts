import type { Node } from "@vscode/tree-sitter-wasm";

/** What the text of one module says, before any name is resolved. */
export interface ModuleText {
  readonly items: Set<string>;
  readonly children: ChildModule[];
  readonly uses: Use[];
  readonly paths: PathInCode[];
}

export interface ChildModule {
  readonly name: string;
  /** Its text where it is written in braces; a file of its own otherwise. */
  readonly inline: ModuleText | undefined;
  /** `#[path = "…"]` */
  readonly path: string | undefined;
  readonly test: boolean;
}

/** One name that a `use` brings: `alias` is `*` for all names of a module. */
export interface Use {
  readonly path: readonly string[];
  readonly alias: string;
  readonly line: number;
  /** `pub use`, with whatever visibility: it passes the name on and uses nothing itself. */
  readonly passedOn: boolean;
  readonly test: boolean;
}

export interface PathInCode {
  readonly path: readonly string[];
  readonly line: number;
}

const definitions = new Set([
  "const_item",
  "enum_item",
  "function_item",
  "function_signature_item",
  "macro_definition",
  "static_item",
  "struct_item",
  "trait_item",
  "type_item",
  "union_item",
]);
const segmentTypes = new Set(["identifier", "type_identifier", "crate", "self", "super", "metavariable"]);

export function readModule(body: Node): ModuleText {
  const text: ModuleText = { items: new Set(), children: [], uses: [], paths: [] };
  readAll(body, text, true, false);
  return text;
}

/** Reads the children of a node; the attributes before an item say whether it is compiled for tests only. */
function readAll(node: Node, text: ModuleText, atTop: boolean, test: boolean): void {
  let attributes: Node[] = [];
  for (const child of node.namedChildren) {
    if (!child || child.type.endsWith("_comment")) continue;
    if (child.type === "attribute_item") {
      attributes.push(child);
      continue;
    }
    const testOnly = test || attributes.some(isForTests);
    if (!testOnly) for (const attribute of attributes) readAttribute(attribute, text);
    readItem(child, text, { atTop, test: testOnly, attributes });
    attributes = [];
  }
}

interface Place {
  readonly atTop: boolean;
  readonly test: boolean;
  readonly attributes: readonly Node[];
}

function readItem(node: Node, text: ModuleText, { atTop, test, attributes }: Place): void {
  const name = node.childForFieldName("name")?.text;
  if (node.type === "mod_item") {
    const body = node.childForFieldName("body");
    const inline = body ? readModule(body) : undefined;
    text.children.push({ name: name ?? "", inline, path: pathAttribute(attributes), test });
  } else if (node.type === "use_declaration") {
    const passedOn = node.namedChildren.some((child) => child?.type === "visibility_modifier");
    const argument = node.childForFieldName("argument");
    if (argument) for (const use of usesOf(argument, [])) text.uses.push({ ...use, passedOn, test });
  } else {
    if (atTop && name && definitions.has(node.type)) text.items.add(name);
    const stillAtTop = atTop && node.type === "foreign_mod_item";
    if (!test || stillAtTop) readCode(node, text, stillAtTop);
  }
}

/** Finds the paths in an item: in types, expressions, patterns and in what macros are given. */
function readCode(node: Node, text: ModuleText, atTop: boolean): void {
  if (node.type === "token_tree") readTokens(node, text);
  else if (node.type === "block" || node.type === "declaration_list") readAll(node, text, atTop, false);
  else if (node.type !== "string_literal") readPaths(node, text);
}

function readPaths(node: Node, text: ModuleText): void {
  const path = pathOf(node);
  if (path) text.paths.push({ path, line: lineOf(node) });
  for (const child of node.namedChildren) {
    if (!child) continue;
    // The segments of a path are no paths; the types it is given are.
    if (!path) readCode(child, text, false);
    else for (const given of child.descendantsOfType("type_arguments")) if (given) readCode(given, text, false);
  }
}

/** `a::b::<C>::d` as its names; undefined where the node is no path or begins with a type in brackets. */
function pathOf(node: Node): string[] | undefined {
  if (segmentTypes.has(node.type)) return [segment(node)];
  if (node.type === "generic_type" || node.type === "generic_function") {
    return undefined;
  }
  if (!node.type.startsWith("scoped_") || !node.childForFieldName("name")) return undefined;
  const name = node.childForFieldName("name")?.text ?? "";
  const before = node.childForFieldName("path");
  if (!before) return [name];
  const front = pathOf(before.childForFieldName("type") ?? before);
  return front && [...front, name];
}

/** What a macro is given is no tree, only words: names joined by `::` are paths there too. */
function readTokens(tree: Node, text: ModuleText): void {
  let path: string[] = [];
  let joined = false;
  const flush = () => {
    if (path.length > 0) text.paths.push({ path, line: line });
    path = [];
    joined = false;
  };
  let line = lineOf(tree);
  for (const token of tree.children) {
    if (!token) continue;
    if (token.type === "::") joined = path.length > 0;
    else if (segmentTypes.has(token.type)) {
      if (!joined) flush();
      if (path.length === 0) line = lineOf(token);
      path.push(segment(token));
      joined = false;
    } else {
      flush();
      if (token.type === "token_tree") readTokens(token, text);
    }
  }
  flush();
}

/** An attribute names macros, and code in text: `#[serde(with = "crate::text")]`. */
function readAttribute(attribute: Node, text: ModuleText): void {
  for (const tree of attribute.descendantsOfType("token_tree")) if (tree) readTokens(tree, text);
  for (const content of attribute.descendantsOfType("string_content")) {
    if (content && /^\w+(::\w+)+$/.test(content.text)) {
      text.paths.push({ path: content.text.split("::"), line: lineOf(content) });
    }
  }
}

/** `a::{self, b as c, d::*}` as one entry a name. */
function usesOf(node: Node, before: readonly string[]): { path: string[]; alias: string; line: number }[] {
  const line = lineOf(node);
  const path = (part: Node | null) => [...before, ...((part && pathOf(part)) ?? [])];
  switch (node.type) {
    case "use_list":
      return node.namedChildren.flatMap((child) => (child ? usesOf(child, before) : []));
    case "scoped_use_list": {
      const list = node.childForFieldName("list");
      return list ? usesOf(list, path(node.childForFieldName("path"))) : [];
    }
    case "use_as_clause": {
      const alias = node.childForFieldName("alias")?.text ?? "_";
      return [{ path: withoutSelf(path(node.childForFieldName("path"))), alias, line }];
    }
    case "use_wildcard":
      return [{ path: path(node.namedChildren[0] ?? null), alias: "*", line }];
    default: {
      const whole = withoutSelf(path(node));
      return [{ path: whole, alias: whole.at(-1) ?? "_", line }];
    }
  }
}

/** `use a::{self}` brings `a`. */
function withoutSelf(path: string[]): string[] {
  return path.length > 1 && path.at(-1) === "self" ? path.slice(0, -1) : path;
}

function pathAttribute(attributes: readonly Node[]): string | undefined {
  const found = attributes.find((attribute) => /^#\[path\b/.test(attribute.text));
  return found?.descendantsOfType("string_content")[0]?.text;
}

/** `#[cfg(test)]`, `#[cfg(all(test, …))]`, `#[test]`, `#[tokio::test]` */
export const isForTests = (attribute: Node) => /^#\[(cfg\((all\()?test\b|(\w+::)?test\b)/.test(attribute.text);
const segment = (node: Node) => (node.text === "$crate" ? "crate" : node.text);
const lineOf = (node: Node) => node.startPosition.row + 1;
