import { QueryError } from "@/features/navigation/page-error";
import { Skeleton } from "@/ui/skeleton";
import type { Histograms } from "./use-histograms";

interface NoHistogramProps {
  readonly histograms: Histograms;
  /** Its place and height until they come. */
  readonly className: string;
}

/** Stands where histograms are not there: they are to come, did not come, or none was kept. */
export function NoHistogram({ histograms: { error, isPending, retry }, className }: NoHistogramProps) {
  if (error) return <QueryError error={error} retry={retry} />;
  if (isPending) return <Skeleton className={className} />;
  return <p className="text-muted text-table">No histogram was kept of this, so there are no percentiles to draw.</p>;
}
