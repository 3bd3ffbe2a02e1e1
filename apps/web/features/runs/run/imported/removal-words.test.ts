import { expect, it } from "vitest";
import { removalWords } from "./removal-words.ts";

const lost = "The run, its 3 points and all figures and histograms are removed from this server.";
it.each([
  [{ points: 3, comparisons: 0, links: 0 }, lost],
  [
    { points: 3, comparisons: 1, links: 0 },
    `${lost} 1 saved comparison shows it, and says from then on that it is gone.`,
  ],
  [
    { points: 3, comparisons: 2, links: 1 },
    `${lost} 2 saved comparisons and 1 share link show it, and say from then on that it is gone.`,
  ],
])("of %o are: %s", (removal, words) => {
  expect(removalWords(removal)).toBe(words);
});
