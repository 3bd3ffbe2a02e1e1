import { z } from "zod";

/** Of a run, a drive or a host. Tags are compared letter by letter: they have one form. */
export const tagText = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[^\s,][^,]{0,39}$/u, "has 1 to 40 characters, and no comma");
