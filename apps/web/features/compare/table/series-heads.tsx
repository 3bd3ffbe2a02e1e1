import { cn } from "@/ui/classes";
import { HeadCell } from "@/ui/table";
import type { Matrix } from "../model/matrix";
import { SeriesMark } from "../series/series-mark";

interface SeriesHeadsProps {
  readonly series: Matrix["series"];
  /** How narrow a column may become. */
  readonly className: string;
}

/** The head of a table of points by series: what the rows are, then each series with its mark. */
export function SeriesHeads({ series, className }: SeriesHeadsProps) {
  return (
    <thead className="text-left text-muted">
      <tr aria-rowindex={1}>
        <HeadCell className="min-w-44">Workload</HeadCell>
        {series.map((each) => (
          <HeadCell key={each.id} number className={cn("whitespace-normal align-bottom", className)}>
            <span className="inline-flex items-baseline gap-1.5">
              <SeriesMark series={each} />
              {each.name}
            </span>
          </HeadCell>
        ))}
      </tr>
    </thead>
  );
}
