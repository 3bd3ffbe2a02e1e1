import { z } from "zod";

/** Where a host stands, or what it is for. Nothing typed is nothing said. */
export const placeWord = z
  .string()
  .trim()
  .max(100)
  .nullable()
  .transform((text) => text || null);
