import { type ParseResult, parseSync, Visitor } from "oxc-parser";
import { type Import, lineCounter, type Sources } from "./import.ts";
import { specifierResolver } from "./specifier.ts";

export const isTypeScript = (path: string) => /\.(ts|tsx|mts|mjs)$/.test(path);

/** Every import of one file by another: of values and of types, `export … from`, `import()` and `import("…").Type`. */
export function typeScriptImports(sources: Sources): Import[] {
  const resolve = specifierResolver(sources);
  return [...sources]
    .filter(([path]) => isTypeScript(path))
    .flatMap(([from, text]) =>
      specifiersOf(from, text).flatMap(({ line, specifier }) => {
        const to = resolve(from, specifier);
        return to === undefined || to === from ? [] : [{ from, line, to }];
      }),
    );
}

function specifiersOf(path: string, text: string): { line: number; specifier: string }[] {
  const { module, program } = parseTypeScript(path, text);
  const found = new Map<number, string>();
  for (const { start, moduleRequest } of module.staticImports) found.set(start, moduleRequest.value);
  for (const { start, entries } of module.staticExports) {
    const request = entries.find(({ moduleRequest }) => moduleRequest !== null)?.moduleRequest;
    if (request) found.set(start, request.value);
  }
  new Visitor({
    ImportExpression({ start, source }) {
      if (source.type === "Literal" && typeof source.value === "string") found.set(start, source.value);
    },
    TSImportType({ start, source }) {
      found.set(start, source.value);
    },
  }).visit(program);
  const lineOf = lineCounter(text);
  return [...found].sort(([a], [b]) => a - b).map(([start, specifier]) => ({ line: lineOf(start), specifier }));
}

export function parseTypeScript(path: string, text: string): ParseResult {
  const parsed = parseSync(path, text);
  if (parsed.errors[0]) throw new Error(`${path} cannot be read: ${parsed.errors[0].message}`);
  return parsed;
}
