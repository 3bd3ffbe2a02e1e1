import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/steps/paths.ts";
import { nothingShown } from "../fleet/sized-fleet.ts";
import { comparePictures } from "./compare-pictures.ts";
import { demoPictures } from "./demo-pictures.ts";
import { livePictures } from "./page-pictures.ts";
import { originWords, type Picture } from "./picture.ts";
import { runPictures } from "./run-pictures.ts";
import { fleetSizes, sizedPictures } from "./sized-pictures.ts";
import { fileOf } from "./take.ts";

const head = `<!-- Written by npm run screenshots. -->
# Pictures

The charts of the product, at 1,440 and at 390 pixels, in the colors that your browser prefers. Under each picture stands where its
figures come from: most are of runs on NVMe drives that QEMU emulates, held to made-up limits. They show pages, never products.
`;

/** Writes docs/pictures.md: every picture with its caption, whichever of them were taken. */
export function writeGallery(): void {
  const sections = Map.groupBy(allPictures(), ({ section }) => section);
  const parts = [...sections].map(([section, own]) => `## ${section}\n\n${own.map(entry).join("\n\n")}\n`);
  writeFileSync(join(root, "docs/pictures.md"), `${head}\n${parts.join("\n")}`);
}

/** In their order; what they are of stands in no caption. */
function allPictures(): Picture[] {
  return [
    ...demoPictures(""),
    ...fleetSizes.flatMap((size) => sizedPictures(size, nothingShown)),
    ...livePictures(),
    ...runPictures({}, { power: "", rated: "" }),
    ...comparePictures({}, { planHash: "", driveIds: [], sharePath: "" }),
  ];
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
