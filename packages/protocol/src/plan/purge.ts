import { z } from "zod";
import { choice, fieldsOf } from "./field.ts";

export const purgeMethods = ["format", "sanitizeBlock", "sanitizeCrypto", "sanitizeOverwrite", "discard"] as const;

/** Destroys every byte of the target, so that what follows starts on an empty drive. */
export const purgeStep = fieldsOf({
  kind: z.literal("purge"),
  method: choice(purgeMethods).describe("How: by Format NVM, by Sanitize, or by deallocating every block."),
}).describe("Destroys all data on the target. Only an agent can do it; discard also works on a scratch file.");
