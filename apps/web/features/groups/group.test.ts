import { expect, it } from "vitest";
import { cleaned, fieldsOf, membersText } from "./group";

const named = { field: "hostname", operator: "matches", values: [" db-* ", ""] } as const;
const empty = { field: "rack", operator: "is", values: ["  "] } as const;

it("leaves out what is not filled in", () => {
  const terms = [named, empty].map((term) => ({ ...term, values: [...term.values] }));
  expect(cleaned({ match: "any", terms })).toEqual({
    match: "any",
    terms: [{ field: "hostname", operator: "matches", values: ["db-*"] }],
  });
});

it("says who belongs to a group, and offers hosts no properties of drives", () => {
  expect(membersText({ kind: "drives", rule: null })).toBe("Drives added by hand");
  const rule = { match: "all", terms: [{ ...named, values: ["db-*"] }] } as const;
  expect(membersText({ kind: "hosts", rule })).toBe("Hosts whose host name matches db-*");
  expect(fieldsOf("hosts")).toEqual(["hostname", "rack", "role", "hostTag"]);
});
