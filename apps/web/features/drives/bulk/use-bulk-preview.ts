"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Inputs, useTRPCClient } from "@/api/client";
import { type PreviewGroup, withDrives } from "./preview-groups";

export type BulkInput = Inputs["bulk"]["request"];

const none: readonly PreviewGroup[] = [];

/** All pages of a preview. */
interface WholePreview {
  readonly groups: readonly PreviewGroup[];
  /** Which drives it has shown, for the request. */
  readonly shown: string | undefined;
}

/** What a bulk action would do, page by page; `groups` grows while there are more to come. Nothing is asked without an input. */
export function useBulkPreview(input: BulkInput | undefined) {
  const client = useTRPCClient();
  const key = JSON.stringify(input);
  const [seen, setSeen] = useState<{ key: string | undefined; groups: readonly PreviewGroup[] }>();
  const preview = useQuery({
    queryKey: ["bulk preview", key],
    enabled: input !== undefined,
    // What it says holds for the moment: it is asked for anew each time.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }): Promise<WholePreview> => {
      let groups = none;
      let cursor: string | undefined;
      let shown: string | undefined;
      do {
        const asked = { ...(input as BulkInput), ...(cursor === undefined ? {} : { cursor }) };
        const page = await client.bulk.preview.mutate(asked, { signal });
        groups = withDrives(groups, page.drives);
        setSeen({ key, groups });
        cursor = page.nextCursor;
        shown = page.shown;
      } while (cursor !== undefined);
      return { groups, shown };
    },
  });
  const soFar = seen?.key === key ? seen?.groups : undefined;
  return { ...preview, groups: preview.data?.groups ?? soFar ?? none };
}
