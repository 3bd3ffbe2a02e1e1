import { COMPARED_POINTS_MAX, COMPARED_SERIES_MAX, COMPARISON_MATCHES, SERIES_TEXT_MAX } from "@crosspoint/domain";
import { z } from "zod";

const ids = z.array(z.string().max(200)).max(COMPARED_POINTS_MAX);

/** What is compared, and how its points find each other: all of it stands in a URL. */
export const comparisonSelection = z.object({
  /** Series by their text (domain's seriesText); what is gone or no series is named in the answer, not an error. */
  series: z.array(z.string().max(SERIES_TEXT_MAX)).max(COMPARED_SERIES_MAX).default([]),
  /** Points of runs, `<runId>.<sequence>.<read|write>`: a series of each run. */
  measured: ids.default([]),
  /** Ids of published rows of the catalog: a series of each source and drive. */
  published: ids.default([]),
  /** Adds the reference rows: what a measured drive is first held against. */
  withReference: z.boolean().default(false),
  match: z.enum(COMPARISON_MATCHES).default("exact"),
});
export type ComparisonSelection = z.infer<typeof comparisonSelection>;
