import { describe, expect, it } from "vitest";
import { rustImports } from "./imports.ts";

const manifest = (name: string) => `[package]\nname = "${name}"\n`;

/** "from:line to", of a crate `own` whose files are given by their path in src. */
async function importsOf(src: Record<string, string>, others: Record<string, string> = {}): Promise<string[]> {
  const files = Object.entries(src).map(([path, text]) => [`own/src/${path}`, text] as const);
  const sources = new Map([["own/Cargo.toml", manifest("own")], ...files, ...Object.entries(others)]);
  const short = (path: string) => path.replace("own/src/", "");
  return (await rustImports(sources)).map(({ from, line, to }) => `${short(from)}:${line} ${short(to)}`);
}

/** What the text in a.rs imports of b.rs, which defines `B`, `b` and a macro, beside c/mod.rs, which passes all of it on. */
async function importsOfA(text: string): Promise<string[]> {
  return await importsOf({
    "lib.rs": "mod a;\nmod b;\nmod c;\npub use b::B;\n",
    "a.rs": text,
    "b.rs": "pub struct B;\npub enum Kind { One }\npub fn b() {}\n#[macro_export]\nmacro_rules! make { () => {} }\n",
    "c/mod.rs": "pub use crate::b::{b, Kind as Sort};\npub use crate::b::*;\n",
  });
}

describe("imports of Rust", () => {
  it.each([
    ["by its path from the root", "use crate::b::B;"],
    ["by its path from here", "use super::b::B;"],
    ["in a group", "use crate::{b::{B, self}, c};"],
    ["under another name", "use crate::b::B as Other;"],
    ["through who passes it on", "use crate::B;"],
    ["through who passes it on under another name", "use crate::c::Sort;"],
    ["through who passes on everything", "use crate::c::B;"],
    ["with everything", "use crate::b::*;\nfn f() -> B { todo!() }"],
    ["by a path in a type", "fn f(_: Option<crate::b::B>) {}"],
    ["by a path in an expression", "fn f() { crate::b::b(); }"],
    ["by a path in a pattern", "fn f(k: u8) { if let crate::c::Sort::One = k {} }"],
    ["by a path in what a macro is given", 'fn f() { println!("{}", crate::b::b()); }'],
    ["by a path behind type arguments", "fn f() { crate::b::B::<u8>::new(); }"],
    ["in a function", "fn f() { use crate::b::b; b(); }"],
    ["in a module of the same file", "mod inner { use super::super::b::B; }"],
    ["by a module's name", "use crate::b;\nfn f() { b::b(); }"],
    ["that is passed on and used as well", "pub use crate::b::B;\nfn f(_: B) {}"],
    ["in an attribute's text", '#[serde(with = "crate::b::b")]\nstruct S;'],
    ["behind an attribute", "#[allow(unused)]\nuse crate::b::B;"],
  ])("of an item %s", async (_, text) => {
    const found = await importsOfA(text);
    expect(new Set(found.map((use) => use.split(" ")[1]))).toEqual(new Set(["b.rs"]));
  });

  it("name the line", async () => {
    expect(await importsOfA("// first\n\nuse crate::{\n    b::B,\n    c,\n};")).toEqual(["a.rs:4 b.rs"]);
  });

  it.each([
    ["a module declared", "mod inner {}"],
    ["what is passed on", "pub use crate::b::B;"],
    ["what is passed on to the crate", "pub(crate) use crate::b::{B, b};"],
    ["a module alone", "use crate::b;"],
    ["another crate", "use std::sync::Arc;\nuse serde::Serialize;"],
    ["its own item", "struct B;\nfn f() -> self::B { B }"],
    ["a test's", "#[cfg(test)]\nmod tests { use super::super::b::B; fn f() { crate::b::b(); } }"],
    ["what only tests use", "#[cfg(test)]\nuse crate::b::B;"],
    ["one function's that is a test", "#[test]\nfn f() { crate::b::b(); }"],
    ["a comment's and a text's", '/// crate::b::B\nconst S: &str = "crate::b::B";'],
  ])("are none: %s", async (_, text) => {
    expect(await importsOfA(text)).toEqual([]);
  });

  it("leave out a file that is compiled for tests alone, and what is below it", async () => {
    const files = {
      "lib.rs": "mod a;\n#[cfg(test)]\nmod testing;\n",
      "a.rs": "pub struct A;",
      "testing.rs": "mod deep;\nuse crate::a::A;",
      "testing/deep.rs": "use crate::a::A;",
    };
    expect(await importsOf(files)).toEqual([]);
  });

  it("find modules beside their file and below it, and where an attribute says", async () => {
    const files = {
      "lib.rs": 'mod one;\nmod two;\n#[path = "elsewhere.rs"]\nmod three;\n',
      "one.rs": "mod child;\nuse self::child::C;",
      "one/child.rs": "pub struct C;",
      "two/mod.rs": "mod child;\nuse child::C;\nmod inline { mod deep; }",
      "two/child.rs": "pub struct C;\nuse crate::three::T;",
      "two/inline/deep.rs": "use super::super::child::C;",
      "elsewhere.rs": "pub struct T;",
    };
    expect((await importsOf(files)).sort()).toEqual([
      "one.rs:2 one/child.rs",
      "two/child.rs:2 elsewhere.rs",
      "two/inline/deep.rs:1 two/child.rs",
      "two/mod.rs:2 two/child.rs",
    ]);
  });

  it("reach another crate of the workspace, from its library, its programs and its tests", async () => {
    const others = {
      "far/Cargo.toml": manifest("far-away"),
      "far/src/lib.rs": "mod deep;\npub use deep::D;\n",
      "far/src/deep.rs": "pub struct D;",
      "far/tests/all.rs": "use far_away::D;",
    };
    expect(await importsOf({ "lib.rs": "", "main.rs": "fn main() { far_away::D; }" }, others)).toEqual([
      "main.rs:1 far/src/deep.rs",
      "far/tests/all.rs:1 far/src/deep.rs",
    ]);
  });

  it("do not pass over a name of ours that nothing defines", async () => {
    await expect(importsOfA("use crate::b::Missing;")).rejects.toThrow("own/src/a.rs:1 names crate::b::Missing");
  });

  it("end where names are passed on in a circle", async () => {
    const files = {
      "lib.rs": "mod a;\nmod b;\nfn f() { a::x; }\n",
      "a.rs": "pub use crate::b::*;",
      "b.rs": "pub use crate::a::*;",
    };
    expect(await importsOf(files)).toEqual([]);
  });
});
