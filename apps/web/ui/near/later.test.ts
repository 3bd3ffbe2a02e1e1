import { createElement, Suspense } from "react";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { later } from "./later.ts";

it("is drawn at once when its code is here, and waited for until then", async () => {
  const { Part, fetch } = later(
    async () =>
      ({ name }: { name: string }) =>
        createElement("b", null, name),
  );
  const drawn = () =>
    renderToString(createElement(Suspense, { fallback: "on its way" }, createElement(Part, { name: "here" })));
  expect(drawn()).toContain("on its way");
  await fetch();
  expect(drawn()).toContain("<b>here</b>");
});
