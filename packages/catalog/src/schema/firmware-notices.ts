import { z } from "zod";
import { id, positiveInt, text } from "./primitives.ts";

/** An entry of data/firmware-notices.yaml. */
export const firmwareNoticeEntry = z.strictObject({
  id,
  models: z.array(text).min(1),
  bad: z.array(text).min(1),
  fixed: text.optional(),
  impact: z.enum(["dataLoss", "hang", "wear", "function", "performance"]),
  power_on_hours: positiveInt.optional(),
  text,
  source: z.strictObject({ publisher: text, url: z.url({ protocol: /^https$/ }) }),
});
