"use client";

import { RelativeTime } from "@/ui/time";

interface AsOfProps {
  /** What the figures are. */
  readonly text: string;
  /** When a large fleet was counted; undefined where it was as the page asked. */
  readonly asOf: Date | undefined;
}

/** "newest samples · counted 20 seconds ago". */
export function AsOf({ text, asOf }: AsOfProps) {
  return (
    <>
      {text}
      {asOf === undefined ? null : (
        <>
          {" · counted "}
          <RelativeTime time={asOf} />
        </>
      )}
    </>
  );
}
