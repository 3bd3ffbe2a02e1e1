import Link from "next/link";
import type { Outputs } from "@/api/client";
import { Banner } from "@/ui/banner";
import { leftOutLines } from "./left-out-lines";

type Preflight = Outputs["run"]["preflight"];

/** What a result will show or lack, said before it is measured. */
export function PreflightCautions({ preflight }: { preflight: Preflight }) {
  return (
    <>
      <LeftOut parts={preflight.leftOut} />
      {preflight.cautions.map((caution) => (
        <Banner key={caution} tone="watch" title="May not run to its end">
          {caution}
        </Banner>
      ))}
      {preflight.findings.map((drive) => (
        <Findings key={drive.driveId} drive={drive} isMember={preflight.drive === undefined} />
      ))}
    </>
  );
}

function LeftOut({ parts }: { parts: Preflight["leftOut"] }) {
  if (parts.length === 0) return null;
  return (
    <Banner tone="watch" title="Skipped on this target">
      <ul className="grid list-disc gap-1 pl-4">
        {leftOutLines(parts).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Banner>
  );
}

interface FindingsProps {
  readonly drive: Preflight["findings"][number];
  /** One drive of several. */
  readonly isMember: boolean;
}

function Findings({ drive: { driveId, serial, findings }, isMember }: FindingsProps) {
  const [title, fix] =
    findings.length === 1 ? ["Performance finding", "How to fix it"] : ["Performance findings", "How to fix them"];
  return (
    <Banner tone="watch" title={isMember ? `${title} of ${serial}` : title}>
      <ul className="grid list-disc gap-1 pl-4">
        {findings.map(({ rule, text, cost }) => (
          <li key={rule}>
            {text} {cost}
          </li>
        ))}
      </ul>
      <Link href={`/drives/${driveId}`} className="text-accent underline">
        {fix}
      </Link>
    </Banner>
  );
}
