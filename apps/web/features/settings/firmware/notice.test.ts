import { expect, it } from "vitest";
import { type Notice, noticeOf, splitNotices, textsOf, whyIncomplete } from "./notice";

const notice: Notice = {
  id: "samsung-980-pro",
  models: ["Samsung SSD 980 PRO*"],
  bad: ["3B2QGXA7"],
  fixed: "5B2QGXA7",
  impact: "dataLoss",
  powerOnHours: undefined,
  text: "It ends read-only.",
  source: { publisher: "HWUpgrade", url: "https://example.com/980" },
  fromCatalog: true,
  inCatalog: true,
  drives: 0,
  changedAt: new Date(0),
  changedBy: "worker",
  withdrawnAt: undefined,
};

it("reads back what it filled the fields with", () => {
  const { id: _, source, ...rest } = notice;
  expect(noticeOf(textsOf(notice))).toEqual({
    ...{ models: rest.models, bad: rest.bad, fixed: rest.fixed, impact: rest.impact, text: rest.text },
    ...{ powerOnHours: null, ...source },
  });
  const texts = { ...textsOf(notice), models: " A1*, B2 ,, A1*", powerOnHours: "32768", fixed: " " };
  expect(noticeOf(texts)).toMatchObject({ models: ["A1*", "B2"], powerOnHours: 32_768, fixed: null });
});

it.each([
  [{ models: " , " }, "Name a model."],
  [{ bad: "" }, "Name a firmware."],
  [{ text: " " }, "Say what happens."],
  [{ url: "" }, "Name the source."],
  [{}, undefined],
])("says what is missing of %j", (change, why) => {
  expect(whyIncomplete({ ...textsOf(notice), ...change })).toBe(why);
});

it("shows what has drives first, and what was taken off apart", () => {
  const all = [
    notice,
    { ...notice, id: "busy", drives: 7, text: "It hangs." },
    { ...notice, id: "off", withdrawnAt: new Date(1) },
  ];
  const ids = ({ standing, withdrawn }: ReturnType<typeof splitNotices>) =>
    [standing, withdrawn].map((list) => list.map(({ id }) => id));
  expect(ids(splitNotices(all, ""))).toEqual([["busy", "samsung-980-pro"], ["off"]]);
  expect(ids(splitNotices(all, "980 hangs"))).toEqual([["busy"], []]);
  expect(ids(splitNotices(all, "micron"))).toEqual([[], []]);
});
