import { type ClassValue, clsx } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

const merge = extendTailwindMerge({ extend: { classGroups: { "font-size": [{ text: ["table"] }] } } });

/** Joins class names; a later one wins over an earlier one of the same property. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
