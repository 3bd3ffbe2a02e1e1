"use client";

import { formatBytes } from "@crosspoint/domain";
import { Eye, TriangleAlert } from "lucide-react";
import { QueryError } from "@/features/navigation/page-error";
import { Banner } from "@/ui/banner";
import { Definition, DefinitionList } from "@/ui/definition-list";
import { Badge } from "@/ui/status";
import { obstaclesOf } from "./many-summary";
import { pointCount } from "./point-count";
import type { Preflight } from "./preflight";
import { PreflightCautions } from "./preflight-cautions";
import { bytesWords, durationWords, enduranceWords } from "./preflight-words";
import type { LaunchChoice } from "./use-launch-choice";

interface PreflightFactsProps {
  readonly choice: LaunchChoice;
  readonly preflight: Preflight | undefined;
  readonly error: unknown;
}

/** What blocks a launch on the one target, and what it will do there: how long, and what it writes or destroys. */
export function PreflightFacts({ choice, preflight, error }: PreflightFactsProps) {
  return (
    <>
      {error ? <QueryError error={error} retry={() => window.location.reload()} /> : null}
      {preflight === undefined ? (
        <p className="min-h-28 text-muted">{error ? null : missingWords(choice)}</p>
      ) : (
        <Facts preflight={preflight} scheduled={choice.rhythm !== undefined} />
      )}
    </>
  );
}

function missingWords({ target, plan, mistake }: LaunchChoice): string | undefined {
  if (plan === undefined) return mistake;
  return target === undefined ? "Choose a target and a plan to see duration, data written and blockers." : "Checking…";
}

function Facts({ preflight, scheduled }: { preflight: Preflight; scheduled: boolean }) {
  const { destroys, settings, inUse } = preflight;
  const obstacles = obstaclesOf(preflight.blockers, scheduled);
  const endurance = enduranceWords(preflight);
  return (
    <>
      {obstacles.map((blocker) => (
        <Banner key={blocker.message} tone="failed" title={blocker.message}>
          {blocker.remedy}
        </Banner>
      ))}
      <div>
        <Effect preflight={preflight} />
      </div>
      <DefinitionList>
        <Definition term="Target">
          <TargetWords preflight={preflight} />
        </Definition>
        <Definition term="Host">{preflight.hostname}</Definition>
        <Definition term="Plan">
          {preflight.planName}
          {preflight.isRefused ? null : <>, {pointCount(preflight)}</>}
        </Definition>
        {preflight.isRefused ? null : (
          <>
            <Definition term="Duration">{durationWords(preflight)}</Definition>
            <Definition term="Writes">{bytesWords(preflight)}</Definition>
          </>
        )}
        {endurance === undefined ? null : <Definition term="Endurance">{endurance}</Definition>}
        {settings.length > 0 ? <Definition term="Sets">{settings.join(", ")}; restored afterwards</Definition> : null}
        {destroys ? (
          <Definition term="Overwrites">
            the first {formatBytes(destroys.spanBytes).text} of {destroys.path}
            {besideWords(destroys)}
          </Definition>
        ) : null}
      </DefinitionList>
      {inUse.length > 0 ? (
        <Banner tone="watch" title="The target is in use">
          {inUse.join("; ")}. Results include other load on the drive.
        </Banner>
      ) : null}
      <PreflightCautions preflight={preflight} />
    </>
  );
}

/** The drive by its product and serial. */
export function TargetWords({ preflight: { drive, targetLabel } }: { preflight: Preflight }) {
  if (drive === undefined) return targetLabel;
  const { productName, model, serial } = drive;
  // A drive of several namespaces is named with the one that is meant.
  const rest = targetLabel.replace(`${model} ${serial}`, "");
  return (
    <>
      {productName ?? model} <span className="font-mono text-table">{serial}</span>
      {rest}
      {productName === undefined ? null : <span className="block text-muted">{model}</span>}
    </>
  );
}

function Effect({ preflight }: { preflight: Preflight }) {
  if (preflight.isRefused) return null;
  if (preflight.destroys) return <Badge icon={TriangleAlert} tone="failed" word="Destroys data on the drive" />;
  if (preflight.writes) return <Badge icon={TriangleAlert} tone="neutral" word="Writes to the agent's scratch file" />;
  return <Badge icon={Eye} tone="good" word="Reads only: no data is changed" />;
}

/** What a purge takes that is not the target. */
export function besideWords({ otherNamespaces }: NonNullable<Preflight["destroys"]>): string {
  if (otherNamespaces === 0) return "";
  const which = otherNamespaces === 1 ? "the other namespace" : `the ${otherNamespaces} other namespaces`;
  return `, and all of ${which} of the drive: a purge erases every one`;
}
