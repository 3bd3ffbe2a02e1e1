import { z } from "zod";

/** Stable name of an entry, used in URLs: lower-case words joined by hyphens. */
export const id = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "an id is lower-case words joined by hyphens");

export const text = z.string().min(1);

export const positive = z.number().positive();

export const positiveInt = z.int().positive();
