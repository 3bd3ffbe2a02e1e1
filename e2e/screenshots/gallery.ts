import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/steps/paths.ts";
import { originWords, type Picture } from "./picture.ts";
import { fileOf } from "./take.ts";

const head = `<!-- Written by npm run screenshots. -->
# Pictures

Every chart of the product, at 1,440 and at 390 pixels, in the colors that your browser prefers. Under each picture stands where its
figures come from: most are of runs on NVMe drives that QEMU emulates, held to made-up limits. They show pages, never products.
`;

/** Writes docs/pictures.md: every picture with its caption. */
export function writeGallery(pictures: readonly Picture[]): void {
  const sections = Map.groupBy(pictures, ({ section }) => section);
  const parts = [...sections].map(([section, own]) => `## ${section}\n\n${own.map(entry).join("\n\n")}\n`);
  writeFileSync(join(root, "docs/pictures.md"), `${head}\n${parts.join("\n")}`);
}

function entry({ name, caption, origin }: Picture): string {
  const note = originWords[origin];
  const phone = `[At 390 pixels](images/${fileOf(name, 390, "light")}), [dark](images/${fileOf(name, 390, "dark")}).`;
  return [
    "<picture>",
    `  <source media="(prefers-color-scheme: dark)" srcset="images/${fileOf(name, 1440, "dark")}">`,
    `  <img alt="${caption.replaceAll('"', "&quot;")}" src="images/${fileOf(name, 1440, "light")}">`,
    "</picture>",
    "",
    [caption, ...(note === "" ? [] : [`*${note}*`]), phone].join(" "),
  ].join("\n");
}
