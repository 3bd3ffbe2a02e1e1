import { expect, it } from "vitest";
import { deleteDraft, draftId, listDrafts, readDraft, writeDraft } from "./stored-drafts";

function storage(roomCharacters = 1_000_000) {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > roomCharacters) throw new DOMException("full", "QuotaExceededError");
      items.set(key, value);
    },
    removeItem: (key: string) => void items.delete(key),
    key: (index: number) => [...items.keys()][index] ?? null,
    get length() {
      return items.size;
    },
  };
}

it("keeps a draft for each person and plan", () => {
  const store = storage();
  const id = draftId("ada", "new");
  expect(writeDraft(store, { id, savedAtMs: 5, document: { name: "A" }, note: "n" })).toBe(true);
  writeDraft(store, { id: draftId("bob", "new"), savedAtMs: 6, document: {} });
  expect(readDraft(store, id)).toEqual({ id, savedAtMs: 5, document: { name: "A" }, note: "n" });
  expect(listDrafts(store, "ada").map((draft) => draft.id)).toEqual([id]);
  deleteDraft(store, id);
  expect(readDraft(store, id)).toBeUndefined();
});

it("says that there is no room, and passes over what it cannot read", () => {
  const store = storage(50);
  expect(writeDraft(store, { id: "a/b", savedAtMs: 1, document: "x".repeat(100) })).toBe(false);
  store.items.set("crosspoint.plan-draft.a/c", "{");
  store.items.set("crosspoint.plan-draft.a/d", '"text"');
  expect(listDrafts(store)).toEqual([]);
});

it("keeps fifty, of which the oldest goes first", () => {
  const store = storage();
  for (let index = 0; index < 60; index += 1) writeDraft(store, { id: `a/${index}`, savedAtMs: index, document: {} });
  expect(listDrafts(store)).toHaveLength(50);
  expect(readDraft(store, "a/9")).toBeUndefined();
  expect(readDraft(store, "a/10")).toBeDefined();
});

it("keeps the time at which a draft was typed, however often its page is loaded", () => {
  const store = storage();
  const draft = { id: "a/b", document: { name: "A" }, note: "" };
  writeDraft(store, { ...draft, savedAtMs: 5, text: undefined });
  expect(writeDraft(store, { ...draft, savedAtMs: 9 })).toBe(true);
  expect(readDraft(store, "a/b")?.savedAtMs).toBe(5);
  writeDraft(store, { ...draft, savedAtMs: 9, document: { name: "AB" } });
  expect(readDraft(store, "a/b")?.savedAtMs).toBe(9);
});
