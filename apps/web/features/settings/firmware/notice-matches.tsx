"use client";

import { formatCount, namesModel, namesRevision } from "@crosspoint/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";

interface NoticeMatchesProps {
  readonly models: string[];
  readonly bad: string[];
}

/** Which drives of the fleet a notice would be about now. */
export function NoticeMatches({ models, bad }: NoticeMatchesProps) {
  const isComplete = models.length > 0 && models.every(namesModel) && bad.length > 0 && bad.every(namesRevision);
  const { data, error } = useQuery({
    ...useTRPC().health.previewFirmwareAdvice.queryOptions({ models, bad }),
    enabled: isComplete,
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (!isComplete || error) return null;
  const named = data?.firmwares.map(({ model, firmware }) => `${model} ${firmware}`).join(", ");
  return (
    <p role="status" className="wrap-anywhere text-muted text-table">
      {data === undefined
        ? "Checking…"
        : data.drives === 0
          ? "No drive of the fleet has it now"
          : `About ${data.drives === 1 ? "1 drive" : `${formatCount(data.drives)} drives`} now: ${named}${data.more ? ", …" : ""}`}
    </p>
  );
}
