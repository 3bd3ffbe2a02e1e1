import { z } from "zod";

/** Tags are compared letter by letter: they have one form. */
export const runTag = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[^\s,][^,]{0,39}$/u, "has 1 to 40 characters, and no comma");
