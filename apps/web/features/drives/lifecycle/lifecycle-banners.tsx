"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTRPC } from "@/api/client";
import { Banner } from "@/ui/banner";
import { ExactTime } from "@/ui/time";
import { type Lifecycle, lifecycleWords } from "./lifecycle";

type Merge = Lifecycle["merges"][number];

/** What a look at the drive must not miss: it is back though nobody expects it, or this is not its record any more. */
export function LifecycleBanners({ driveId }: { driveId: string }) {
  const { data } = useQuery(useTRPC().lifecycle.get.queryOptions({ driveId }));
  if (data === undefined) return null;
  const { back, lifecycle, mergedInto, merges } = data;
  return (
    <>
      {mergedInto ? (
        <Banner tone={back ? "watch" : "info"} title="This record was merged into another">
          <Link href={`/drives/${mergedInto.drive.id}`} className="text-accent underline underline-offset-2">
            {mergedInto.drive.model} {mergedInto.drive.serial}
          </Link>{" "}
          has its history.
          {back ? ` It is reported again, by ${back.hostname}: unmerge them if they are two drives.` : ""}
        </Banner>
      ) : back?.cameBack ? (
        <Banner tone="watch" title={`${lifecycleWords[lifecycle]}, and back in ${back.hostname}`}>
          It came after it was taken out of service, <ExactTime time={back.since} />. Change its lifecycle if it is in
          service again.
        </Banner>
      ) : null}
      {merges.map(({ id, drive, reported }) =>
        reported ? <ReportedAgain key={id} drive={drive} reported={reported} /> : null,
      )}
    </>
  );
}

/** Whatever it reports goes to its own record, which no list shows. */
function ReportedAgain({ drive, reported }: { drive: Merge["drive"]; reported: NonNullable<Merge["reported"]> }) {
  return (
    <Banner tone="watch" title={`${drive.serial}, merged into this drive, is reported again`}>
      <Link href={`/hosts/${reported.hostId}`} className="text-accent underline underline-offset-2">
        {reported.hostname}
      </Link>{" "}
      has listed{" "}
      <Link href={`/drives/${drive.id}`} className="text-accent underline underline-offset-2">
        {drive.model} {drive.serial}
      </Link>{" "}
      since <ExactTime time={reported.since} />. Unmerge them if they are two drives.
    </Banner>
  );
}
