import { z } from "zod";

/** The drives of a preview: how many, and what their ids come to together, in whatever order they were shown. */
export interface Shown {
  readonly drives: number;
  readonly digest: bigint;
}

export const nothingShown: Shown = { drives: 0, digest: 0n };

/** Ids are random: other drives come to something else. */
export function withShown({ drives, digest }: Shown, driveIds: readonly string[]): Shown {
  return {
    drives: drives + driveIds.length,
    digest: driveIds.reduce((sum, id) => sum ^ BigInt(`0x${id.replaceAll("-", "")}`), digest),
  };
}

/** As a preview tells it, and the request for what was previewed hands it back. */
export const shownText = z.string().regex(/^\d{1,7}-[0-9a-f]{32}$/);

export function writeShown({ drives, digest }: Shown): string {
  return `${drives}-${digest.toString(16).padStart(32, "0")}`;
}

export function readShown(text: string): Shown {
  const [drives = "0", digest = "0"] = text.split("-");
  return { drives: Number(drives), digest: BigInt(`0x${digest}`) };
}
