import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const web = fileURLToPath(new URL("..", import.meta.url));

/**
 * A part that is loaded later has a boundary of its own with `ssr: false` alone. Without one the whole page gives way to its
 * skeleton while a dialog is loaded for the first time: what opened it loses the focus, and the page its place.
 */
it("has each lazy part wait alone, never the page around it", () => {
  const lazy = globSync("{app,features,ui,charts}/**/*.tsx", { cwd: web }).flatMap((file) =>
    readFileSync(`${web}${file}`, "utf8")
      .split(/\bdynamic\(/)
      .slice(1)
      .map((rest) => ({ file, call: argumentsAt(rest) })),
  );
  expect(lazy.length).toBeGreaterThan(10);
  expect(lazy.filter(({ call }) => !call.includes("ssr: false")).map(({ file }) => file)).toEqual([]);
});

/** Up to the parenthesis that ends the call. */
function argumentsAt(text: string): string {
  let depth = 1;
  for (const [index, sign] of [...text].entries()) {
    depth += Number(sign === "(") - Number(sign === ")");
    if (depth === 0) return text.slice(0, index);
  }
  return text;
}
