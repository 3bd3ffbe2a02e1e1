/** Drafts in this browser: what a person typed survives a reload, and leaving the page. */
import { isMapping } from "./draft-plan";

export interface StoredDraft {
  /** The person and the page, as `draftId` says them. */
  readonly id: string;
  readonly savedAtMs: number;
  /** The version that it was begun from; undefined for a plan that was never saved. */
  readonly basedOn?: number | undefined;
  /** The plan's document, right or wrong. */
  readonly document: unknown;
  /** A text that could not be read as a plan. */
  readonly text?: string | undefined;
  readonly note?: string | undefined;
}

type Storage = Pick<globalThis.Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

const prefix = "crosspoint.plan-draft.";
/** Most drafts that are kept; the oldest go first. */
const draftsLimit = 50;

/** Of each person on this browser, one for each plan: its id, or of a new one what it was begun from. */
export function draftId(personId: string, plan: string): string {
  return `${personId}/${plan}`;
}

export function readDraft(storage: Storage, id: string): StoredDraft | undefined {
  return parse(id, storage.getItem(prefix + id));
}

/** Keeps a draft; whether there was room for it. One that says what it said before keeps its time. */
export function writeDraft(storage: Storage, { id, ...draft }: StoredDraft): boolean {
  const before = readDraft(storage, id);
  if (before !== undefined && isSame(before, { id, ...draft })) return true;
  const others = listDrafts(storage).filter((each) => each.id !== id);
  for (const { id: oldest } of others.slice(draftsLimit - 1)) deleteDraft(storage, oldest);
  try {
    storage.setItem(prefix + id, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

function isSame(before: StoredDraft, draft: StoredDraft): boolean {
  const content = (of: StoredDraft) => JSON.stringify([of.basedOn, of.document, of.text ?? "", of.note ?? ""]);
  return content(before) === content(draft);
}

export function deleteDraft(storage: Storage, id: string): void {
  storage.removeItem(prefix + id);
}

/** The newest first. */
export function listDrafts(storage: Storage, personId?: string): StoredDraft[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
  return keys
    .filter((key) => key.startsWith(prefix + (personId === undefined ? "" : `${personId}/`)))
    .flatMap((key) => parse(key.slice(prefix.length), storage.getItem(key)) ?? [])
    .toSorted((a, b) => b.savedAtMs - a.savedAtMs);
}

function parse(id: string, text: string | null): StoredDraft | undefined {
  if (text === null) return undefined;
  try {
    const draft: unknown = JSON.parse(text);
    if (!isMapping(draft) || typeof draft.savedAtMs !== "number") return undefined;
    return { ...(draft as Omit<StoredDraft, "id">), id };
  } catch {
    return undefined;
  }
}
