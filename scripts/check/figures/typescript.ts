import { parseSync, Visitor } from "oxc-parser";
import { lineCounter } from "../../imports/import.ts";
import { isTest } from "../../imports/kinds.ts";
import type { Length } from "./length.ts";

/** What runs a function as a test, or around tests. */
const runners = new Set(["it", "test", "beforeAll", "beforeEach", "afterAll", "afterEach"]);

/**
 * The functions of a file that have a name: declared, a method, or the value of a constant or property; and a test's body,
 * by what it is called. A function without a name is part of the one around it.
 */
export function typeScriptFunctions(path: string, text: string): Length[] {
  const lineOf = lineCounter(text);
  const found: Length[] = [];
  const test = isTest(path) || path.startsWith("e2e/");
  const add = (name: string, { start, end }: { start: number; end: number }) =>
    found.push({ path, name, line: lineOf(start), lines: lineOf(end) - lineOf(start) + 1, test });
  new Visitor({
    FunctionDeclaration: (node) => add(node.id?.name ?? "default", node),
    MethodDefinition: (node) => node.value.body && add(nameOf(node.key), node),
    VariableDeclarator: (node) => isFunction(node.init) && add(nameOf(node.id), node),
    Property: (node) => isFunction(node.value) && add(nameOf(node.key), node),
    PropertyDefinition: (node) => isFunction(node.value) && add(nameOf(node.key), node),
    CallExpression: (node) => {
      const body = node.arguments.find(isFunction);
      const runner = runnerOf(node);
      const [title] = node.arguments;
      if (test && body && runners.has(runner)) add(`${runner} ${title?.type === "Literal" ? title.raw : ""}`, body);
    },
  }).visit(parseSync(path, text).program);
  return found;
}

/** As much of a node of the tree as is looked at here. */
interface Tree {
  readonly type: string;
  readonly name?: unknown;
  readonly value?: unknown;
  readonly callee?: Tree;
  readonly object?: Tree;
  readonly property?: Tree;
}

const isFunction = (node: Tree | null | undefined) =>
  node?.type === "ArrowFunctionExpression" || node?.type === "FunctionExpression";

const nameOf = ({ name, value, type }: Tree) => String(name ?? value ?? type);

/** `it` of it(…), it.each(…)(…) and it.runIf(…)(…); `describe` of test.describe(…). */
function runnerOf({ name, callee, object, property }: Tree): string {
  if (property?.name === "describe") return "describe";
  const inside = callee ?? object;
  return inside ? runnerOf(inside) : String(name);
}
