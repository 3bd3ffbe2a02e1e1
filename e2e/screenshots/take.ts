import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { root } from "../../scripts/steps/paths.ts";
import type { Picture } from "./picture.ts";
import { until } from "./until.ts";

export const imagesFolder = join(root, "docs/images");

const quietMs = 250;
const shotLimitMs = 90_000;
const wide = 1440;
const narrow = 390;
const widths = [wide, narrow] as const;
const schemes = ["light", "dark"] as const;
/** The first screen of a page. */
const screenHeight: Readonly<Record<number, number>> = { [wide]: 1000, [narrow]: 844 };
/** So that a part is drawn as a whole, without a bar of the page over it. */
const tallHeight = 3000;
/** Of a part that goes on below; what it is about stands above. */
const longest: Readonly<Record<number, number>> = { [wide]: 1500, [narrow]: 2000 };

/** The file of a picture. */
export function fileOf(name: string, width: number, scheme: string): string {
  return width === wide ? `${name}-${scheme}.png` : `${name}-${width}-${scheme}.png`;
}

/** Takes these pictures, one after the other. */
export async function takeAll(page: Page, pictures: readonly Picture[], show: (line: string) => void): Promise<void> {
  for (const picture of pictures) {
    show(picture.name);
    await take(page, picture).catch((cause: unknown) => {
      throw new Error(`The picture ${picture.name} could not be taken.`, { cause });
    });
  }
}

/** In both schemes and at both widths. */
async function take(page: Page, picture: Picture): Promise<void> {
  mkdirSync(imagesFolder, { recursive: true });
  for (const width of widths) {
    const height = picture.part === undefined ? (screenHeight[width] ?? 1000) : tallHeight;
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    if (width === wide || picture.once === undefined) await open(page, picture);
    await loaded(page, picture);
    for (const scheme of schemes) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      await drawn(page);
      await write(await shot(page, picture, width), fileOf(picture.name, width, scheme));
    }
  }
}

async function open(page: Page, { path, prepare }: Picture): Promise<void> {
  await page.goto(path);
  await prepare?.(page);
  // As a person who searches the page: what is drawn once it is near is drawn now.
  await page.keyboard.press("Control+f");
}

async function shot(page: Page, { part, height: most }: Picture, width: number): Promise<Buffer> {
  if (part === undefined) return await page.screenshot({ animations: "disabled" });
  const place = part(page);
  await place.waitFor();
  // At the lower end of the window, no bar of the page is over it.
  await place.evaluate((element) => element.scrollIntoView({ block: "end" }));
  const box = await place.boundingBox();
  if (box === null) throw new Error("The part has no place on the page.");
  const height = Math.min(box.height, (width === wide ? most : undefined) ?? longest[width] ?? box.height);
  const isInside = box.y >= 0 && box.y + height <= tallHeight;
  const y = isInside ? box.y : box.y + (await toTop(page));
  const clip = { x: box.x, y, width: box.width, height };
  return await page.screenshot({ clip, fullPage: !isInside, animations: "disabled", timeout: shotLimitMs });
}

/** Scrolls to where the bar of the page stands in its own place. By how far? */
async function toTop(page: Page): Promise<number> {
  return await page.evaluate(() => {
    const scrolled = scrollY;
    scrollTo(0, 0);
    return scrolled;
  });
}

/** What is shown is there: nothing of it keeps the room of what is still to come. */
async function loaded(page: Page, { part }: Picture): Promise<void> {
  const shown = part?.(page) ?? page.locator("body");
  await shown.waitFor();
  const settled = async () => {
    await page.waitForTimeout(quietMs);
    return (await shown.locator(".animate-pulse").count()) === 0;
  };
  await until("the page is whole", async () => (await settled()) && (await settled()), 60_000);
}

/** Charts draw themselves anew after a change: two frames later they are drawn. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.mouse.move(0, 0);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** In 256 colors, which a page without photographs hardly exceeds: a third of the bytes. */
async function write(image: Buffer, name: string): Promise<void> {
  await sharp(image)
    .png({ palette: true, colors: 256, dither: 0, effort: 8, compressionLevel: 9 })
    .toFile(join(imagesFolder, name));
}
