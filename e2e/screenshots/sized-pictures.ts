import type { Shown } from "../fleet/sized-fleet.ts";
import { sizedPages } from "../fleet/sized-pages.ts";
import type { Picture } from "./picture.ts";

export const fleetSizes = ["empty", "small", "huge"] as const;
export type FleetSize = (typeof fleetSizes)[number];

const words: Record<FleetSize, string> = {
  empty: "of an empty fleet: what is missing, and what to do.",
  small: "of a fleet of five drives.",
  huge: "of a fleet of 100,000 drives.",
};

/** The pages of fleet health with a fleet of one size. */
export function sizedPictures(size: FleetSize, of: Shown): Picture[] {
  const pages = size === "empty" ? sizedPages.filter(({ empty }) => empty !== undefined) : sizedPages;
  return pages.flatMap(({ name, caption, path }): Picture[] =>
    caption === undefined
      ? []
      : [
          {
            name: `${name}-${size}`,
            section: "Fleets of any size",
            origin: size === "empty" ? "none" : "example",
            caption: `${caption} ${words[size]}`,
            path: path(of),
          },
        ],
  );
}
