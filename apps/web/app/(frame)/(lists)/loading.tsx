import { Page } from "@/features/navigation/page";
import { PanelSkeleton, Skeleton } from "@/ui/skeleton";

export default function FrameLoading() {
  return (
    <Page crumbs={[]} title={<Skeleton className="h-6 w-48" />}>
      <PanelSkeleton className="h-96" />
      <span role="status" className="sr-only">
        Loading
      </span>
    </Page>
  );
}
