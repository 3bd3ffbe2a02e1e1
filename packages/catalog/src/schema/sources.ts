import { z } from "zod";
import { id, text } from "./primitives.ts";

/** An entry of data/sources.yaml. */
export const sourceEntry = z.strictObject({
  id,
  kind: z.enum(["review", "standard"]),
  url: z.url({ protocol: /^https$/ }).optional(),
  title: text,
  publisher: text,
  author: text.optional(),
  published: z.union([z.int().min(1990).max(2100), z.iso.date()]).optional(),
  language: z.string().length(2).optional(),
  note: text.optional(),
  test_system: z
    .strictObject({
      system: text.optional(),
      motherboard: text.optional(),
      chipset: text.optional(),
      cpu: text.optional(),
      memory: text.optional(),
      kernel: text.optional(),
      os: text.optional(),
      tool: text.optional(),
      driver: text.optional(),
      drive_firmware: text.optional(),
      oltp: text.optional(),
      notes: z.array(text).optional(),
    })
    .optional(),
});
