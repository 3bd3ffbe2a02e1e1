import type { Inputs, Outputs } from "@/api/client";

export type Notice = Outputs["health"]["firmwareAdvice"][number];
export type SavedNotice = Inputs["health"]["saveFirmwareAdvice"];
export type Impact = Notice["impact"];

export const impactWords: Readonly<Record<Impact, string>> = {
  dataLoss: "Data loss",
  hang: "Hangs",
  wear: "Wear",
  function: "Function",
  performance: "Performance",
};

/** What the fields of a notice hold. */
export interface NoticeTexts {
  readonly models: string;
  readonly bad: string;
  readonly fixed: string;
  readonly impact: Impact;
  readonly powerOnHours: string;
  readonly text: string;
  readonly publisher: string;
  readonly url: string;
}

export function textsOf(notice: Notice | undefined): NoticeTexts {
  return {
    models: notice?.models.join(", ") ?? "",
    bad: notice?.bad.join(", ") ?? "",
    fixed: notice?.fixed ?? "",
    impact: notice?.impact ?? "dataLoss",
    powerOnHours: notice?.powerOnHours?.toString() ?? "",
    text: notice?.text ?? "",
    publisher: notice?.source.publisher ?? "",
    url: notice?.source.url ?? "",
  };
}

/** Several in a line, between commas. */
export function patternsOf(text: string): string[] {
  return [...new Set(text.split(",").map((part) => part.trim()))].filter((part) => part !== "");
}

/** What the fields ask for. */
export function noticeOf(texts: NoticeTexts): Omit<SavedNotice, "id" | "why"> {
  const { fixed, impact, powerOnHours, text, publisher, url } = texts;
  return {
    models: patternsOf(texts.models),
    bad: patternsOf(texts.bad),
    fixed: fixed.trim() || null,
    impact,
    powerOnHours: powerOnHours.trim() === "" ? null : Number(powerOnHours),
    text: text.trim(),
    publisher: publisher.trim(),
    url: url.trim(),
  };
}

/** What is missing still; the server says what else is wrong. */
export function whyIncomplete(texts: NoticeTexts): string | undefined {
  const { models, bad, text, publisher, url } = texts;
  if (patternsOf(models).length === 0) return "Name a model.";
  if (patternsOf(bad).length === 0) return "Name a firmware.";
  if (text.trim() === "") return "Say what happens.";
  return publisher.trim() === "" || url.trim() === "" ? "Name the source." : undefined;
}

/** Those on the list that say each word of the search somewhere, and those that were taken off. */
export function splitNotices(all: readonly Notice[], search: string): { standing: Notice[]; withdrawn: Notice[] } {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = all.filter(({ models, bad, fixed = "", text, source, impact }) => {
    const said = [...models, ...bad, fixed, text, source.publisher, impactWords[impact]].join(" ").toLowerCase();
    return words.every((word) => said.includes(word));
  });
  const standing = found.filter(({ withdrawnAt }) => withdrawnAt === undefined);
  return {
    standing: standing.toSorted((a, b) => b.drives - a.drives),
    withdrawn: found.filter(({ withdrawnAt }) => withdrawnAt !== undefined),
  };
}
