import type { Plot } from "./plot.ts";

/** A plot that is prepared once it is drawn; what it will be called, and what its legend will name, is known before. */
export interface PlotToCome {
  readonly title: string;
  readonly names: readonly string[];
  readonly prepare: () => Plot;
}
