import type { Locator, Page } from "@playwright/test";

/** Where the figures of a picture come from; its caption says so. */
export type Origin = "emulated" | "file" | "both" | "published" | "fileAndPublished" | "example" | "simulated" | "none";

/** A page, or a part of it, to be shown in the documentation. */
export interface Picture {
  /** Of its files: `<name>-light.png`, `<name>-dark.png`, `<name>-390-light.png`, `<name>-390-dark.png`. */
  readonly name: string;
  readonly section: string;
  readonly caption: string;
  readonly origin: Origin;
  readonly path: string;
  /** What of the page; without it the first screen. */
  readonly part?: (page: Page) => Locator;
  /** Of a part that is worth being seen further down than others, at 1,440 pixels. */
  readonly height?: number;
  /** What is pressed before. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** It cannot be prepared twice: the same page is made narrower. */
  readonly once?: true;
}

export const originWords: Readonly<Record<Origin, string>> = {
  emulated:
    "Measured by uring-bench on NVMe drives that QEMU emulates and holds to made-up limits: no figure is a product's.",
  file: "Measured on a scratch file of the machine that made the pictures.",
  published: "Published figures as their sources print them; nothing was measured.",
  both: "Measured on drives that QEMU emulates and holds to made-up limits, and on a scratch file of the machine that made the pictures.",
  fileAndPublished:
    "Published figures as their source prints them, beside a scratch file of the machine that made the pictures.",
  example: "Example figures, made up to show the page: nothing was measured.",
  simulated: "A simulated fleet, as `npm start -- --demo` shows it: none of its drives exists.",
  none: "",
};

/** A panel by its title. */
export function panel(name: string | RegExp): (page: Page) => Locator {
  return (page) => page.getByRole("region", typeof name === "string" ? { name, exact: true } : { name }).first();
}
