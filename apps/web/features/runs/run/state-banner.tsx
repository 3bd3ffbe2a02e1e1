import Link from "next/link";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { sentenceCase } from "@/ui/sentence-case";
import { ExactTime } from "@/ui/time";
import { stateExplanation } from "../run-state";
import type { Run } from "./run-detail";

/** Why the run is as it is, where that is not plain to see. */
export function StateBanner({ run }: { run: Run }) {
  return (
    <>
      <StateWords run={run} />
      <RestartBanner points={run.points} />
    </>
  );
}

/** How the agent begins what it says of a point that it went on at. */
const restartWords = "The agent restarted during this run";

/** What the agent said of its restarts, which no figure shows. */
function RestartBanner({ points }: { points: Run["points"] }) {
  const restarts = points.flatMap(({ sequence, warnings }) =>
    warnings.filter((warning) => warning.startsWith(restartWords)).map((warning) => ({ sequence, warning })),
  );
  if (restarts.length === 0) return null;
  const times = restarts.length === 1 ? "" : ` ${restarts.length} times`;
  return (
    <Banner tone="watch" title={`The agent restarted${times} during this run, and went on`}>
      <ul className="grid gap-1">
        {restarts.map(({ sequence, warning }) => (
          <li key={`${sequence} ${warning}`}>
            Point {sequence + 1}: {warning}.
          </li>
        ))}
      </ul>
    </Banner>
  );
}

function StateWords({ run }: { run: Run }) {
  if (run.hostWord.kind === "silent") return <SilentBanner run={run} since={run.hostWord.since} />;
  if (run.state === "queued") return <QueuedBanner run={run} />;
  const explanation = stateExplanation(run.state);
  if (explanation === undefined) return null;
  const title =
    (run.reason && sentenceCase(run.reason)) ??
    { cancelled: "Cancelled.", failed: "Failed.", interrupted: "Interrupted.", declined: "Declined." }[
      run.state as "failed"
    ];
  return (
    <Banner tone={run.state === "failed" ? "failed" : run.state === "cancelled" ? "info" : "watch"} title={title}>
      {explanation}
    </Banner>
  );
}

function QueuedBanner({ run }: { run: Run }) {
  return (
    <Banner
      tone="info"
      title={`Queued on ${run.hostname}`}
      action={
        <Button asChild>
          <Link href="/benchmarks/queue">Queue</Link>
        </Button>
      }
    >
      Starts once the runs before it are over. Whether it may run is checked again then.
    </Banner>
  );
}

function SilentBanner({ run, since }: { run: Run; since: Date | undefined }) {
  const title =
    since === undefined ? (
      `${run.hostname} has never reported.`
    ) : (
      <>
        {run.hostname} not reporting since <ExactTime time={since} />
      </>
    );
  return (
    <Banner tone="watch" title={title}>
      What arrived until then is kept. If the agent is still running, the run continues and the rest arrives once the
      host reports again. Check that the host and its agent are running.
    </Banner>
  );
}
