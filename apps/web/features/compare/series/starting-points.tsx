import { BookOpen, Clock } from "lucide-react";
import { Button } from "@/ui/button";
import { Panel } from "@/ui/panel";

interface StartingPointsProps {
  /** The reference reviews. */
  readonly onReference: () => void;
  /** The newest runs; undefined where there are none yet. */
  readonly onNewest?: (() => void) | undefined;
  readonly onChoose: () => void;
}

/** Nothing was chosen: two comparisons worth beginning with. */
export function StartingPoints({ onReference, onNewest, onChoose }: StartingPointsProps) {
  return (
    <Panel title="Start a comparison" note="runs, drives, groups of drives and published results, up to 12">
      <p className="mb-3 text-muted">No results selected: these are published reference results.</p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onReference}>
          <BookOpen aria-hidden /> Optane P4800X against P3700, as published
        </Button>
        <Button
          onClick={onNewest}
          disabledReason={onNewest === undefined ? "No run has a result yet. Run a benchmark first." : undefined}
        >
          <Clock aria-hidden /> Your newest runs
        </Button>
        <Button variant="primary" onClick={onChoose}>
          Add series
        </Button>
      </div>
    </Panel>
  );
}
