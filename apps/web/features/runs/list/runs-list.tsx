"use client";

import { formatDuration, formatIops, formatLatency } from "@crosspoint/domain";
import { useQuery } from "@tanstack/react-query";
import { Gauge, Plus } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useTRPC } from "@/api/client";
import { useWhyNot } from "@/features/access/actor";
import { QueryError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { cn } from "@/ui/classes";
import { EmptyState } from "@/ui/empty-state";
import { Input } from "@/ui/input";
import { Panel } from "@/ui/panel";
import { NotKnown, Quantity } from "@/ui/quantity";
import { Skeleton } from "@/ui/skeleton";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { RelativeTime, useNow } from "@/ui/time";
import { type RunHead, RunStateBadge, runStateLooks } from "../run-state";

const states = ["requested", "running", "complete", "cancelled", "failed", "interrupted", "declined"] as const;
const filterParsers = {
  q: parseAsString.withDefault(""),
  state: parseAsArrayOf(parseAsStringLiteral(states)).withDefault([]),
  drive: parseAsString,
  host: parseAsString,
  after: parseAsString,
};

/** Opens the launch page; says why not to whoever may not. */
export function NewBenchmarkButton({ driveId }: { driveId?: string }) {
  const whyNot = useWhyNot("benchmark.launch");
  if (whyNot !== undefined) {
    return (
      <Button variant="primary" disabledReason={whyNot}>
        <Plus aria-hidden /> New benchmark
      </Button>
    );
  }
  return (
    <Button variant="primary" asChild>
      <Link href={driveId === undefined ? "/benchmarks/new" : `/benchmarks/new?drive=${driveId}`}>
        <Plus aria-hidden /> New benchmark
      </Link>
    </Button>
  );
}

/** All runs, newest first, kept fresh by the live line; filters in the URL. */
export function RunsList() {
  const [filters, setFilters] = useQueryStates(filterParsers, { history: "replace" });
  const trpc = useTRPC();
  const { q, state, drive, host, after } = filters;
  const query = useQuery(
    trpc.run.list.queryOptions(
      {
        ...(q ? { search: q } : {}),
        ...(state.length > 0 ? { states: state } : {}),
        ...(drive ? { driveId: drive } : {}),
        ...(host ? { hostId: host } : {}),
        ...(after ? { after } : {}),
      },
      { placeholderData: (before) => before },
    ),
  );
  const filtered = q !== "" || state.length > 0 || drive !== null || host !== null;
  const clear = () => void setFilters(null);
  return (
    <Panel
      title="Runs"
      flush
      actions={
        <Input
          type="search"
          aria-label="Search runs by target or host"
          placeholder="Target or host"
          className="h-7 w-48"
          defaultValue={q}
          onChange={(event) => void setFilters({ q: event.target.value || null, after: null })}
        />
      }
    >
      <StateFilter
        value={state}
        onChange={(next) => void setFilters({ state: next.length > 0 ? next : null, after: null })}
      />
      {query.isError ? (
        <div className="p-4">
          <QueryError error={query.error} retry={() => void query.refetch()} />
        </div>
      ) : query.data === undefined ? (
        <RowsSkeleton />
      ) : query.data.runs.length === 0 ? (
        filtered || after ? (
          <EmptyState
            icon={Gauge}
            title="No run fits these filters"
            action={<Button onClick={clear}>Clear the filters</Button>}
          />
        ) : (
          <EmptyState icon={Gauge} title="Nothing has been measured yet" action={<NewBenchmarkButton />}>
            Choose a drive and the quick check: three minutes, reads only, safe on a drive that is in use.
          </EmptyState>
        )
      ) : (
        <>
          <RunsTable runs={query.data.runs} />
          <Pager
            first={after === null}
            next={query.data.next}
            onFirst={() => void setFilters({ after: null })}
            onNext={(next) => void setFilters({ after: next }, { history: "push" })}
          />
        </>
      )}
    </Panel>
  );
}

type State = (typeof states)[number];

function StateFilter({ value, onChange }: { value: readonly State[]; onChange: (value: State[]) => void }) {
  return (
    <fieldset className="flex flex-wrap gap-1 border-b px-4 py-2">
      <legend className="sr-only">State</legend>
      {states.map((state) => {
        const { icon: Icon, word } = runStateLooks[state];
        const on = value.includes(state);
        return (
          <button
            key={state}
            type="button"
            aria-pressed={on}
            onClick={() => onChange(on ? value.filter((each) => each !== state) : [...value, state])}
            className={cn(
              "inline-flex h-7 items-center gap-1 rounded-full border px-2.5 text-table hover:bg-hover",
              on ? "border-accent bg-accent-soft font-medium text-accent" : "text-muted",
            )}
          >
            <Icon className="size-3.5" aria-hidden /> {word}
          </button>
        );
      })}
    </fieldset>
  );
}

/** Runs in a table; on a narrow screen each is a block of lines. */
export function RunsTable({ runs }: { runs: readonly RunHead[] }) {
  return (
    <>
      <div className="hidden md:block">
        <Table label="Benchmark runs">
          <TableHead>
            <HeadCell>State</HeadCell>
            <HeadCell>Target</HeadCell>
            <HeadCell>Host</HeadCell>
            <HeadCell>Plan</HeadCell>
            <HeadCell>Requested</HeadCell>
            <HeadCell number>Duration</HeadCell>
            <HeadCell number>IOPS</HeadCell>
            <HeadCell number>Median</HeadCell>
          </TableHead>
          <tbody>
            {runs.map((run) => (
              <RunRow key={run.id} run={run} />
            ))}
          </tbody>
        </Table>
      </div>
      <ul className="md:hidden">
        {runs.map((run) => (
          <li key={run.id} className="border-b last:border-b-0">
            <RunBlock run={run} />
          </li>
        ))}
      </ul>
    </>
  );
}

function RunRow({ run }: { run: RunHead }) {
  const router = useRouter();
  const href = `/benchmarks/${run.id}`;
  return (
    <Row
      className="cursor-pointer hover:bg-hover"
      onClick={(event) => {
        if (!(event.target as HTMLElement).closest("a")) router.push(href);
      }}
    >
      <Cell>
        <RunStateBadge run={run} plain />
      </Cell>
      <Cell>
        <Link href={href} className="font-medium hover:underline">
          <TargetName run={run} />
        </Link>
      </Cell>
      <Cell className="whitespace-nowrap">
        <Link href={`/hosts/${run.hostId}`} className="hover:underline">
          {run.hostname}
        </Link>
      </Cell>
      <Cell className="min-w-44">
        {run.planName}
        {run.headline && run.headline.pointName !== run.planName ? (
          <span className="block whitespace-nowrap text-muted">{run.headline.pointName}</span>
        ) : null}
      </Cell>
      <Cell>
        <RelativeTime time={run.requestedAt} />
      </Cell>
      <Cell number>
        <RunDuration run={run} />
        <span className="block text-muted">
          {run.pointsFinished} of {run.pointsTotal} {run.pointsTotal === 1 ? "point" : "points"}
        </span>
      </Cell>
      <Cell number>{run.headline ? formatIops(run.headline.iops).value : <NotKnown why="no result yet" />}</Cell>
      <Cell number>
        <Median run={run} />
      </Cell>
    </Row>
  );
}

function RunBlock({ run }: { run: RunHead }) {
  return (
    <Link href={`/benchmarks/${run.id}`} className="grid gap-1 px-4 py-3 hover:bg-hover">
      <span className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-medium">
          <TargetName run={run} />
        </span>
        <RunStateBadge run={run} plain />
      </span>
      <span className="text-muted text-table">
        {run.planName}, {run.hostname}, <RelativeTime time={run.requestedAt} />
      </span>
      {run.headline ? (
        <span className="text-table">
          <Quantity of={formatIops(run.headline.iops)} />, median <Median run={run} />
        </span>
      ) : null}
    </Link>
  );
}

/** Model, and the serial in monospace. */
export function TargetName({ run }: { run: Pick<RunHead, "model" | "serial" | "targetLabel"> }) {
  if (run.model === undefined || run.serial === undefined)
    return <span className="font-mono text-table">{run.targetLabel}</span>;
  const rest = run.targetLabel.replace(`${run.model} ${run.serial}`, "");
  return (
    <>
      {run.model} <span className="font-mono text-table">{run.serial}</span>
      {rest}
    </>
  );
}

function RunDuration({ run }: { run: RunHead }) {
  const now = useNow();
  if (run.startedAt === undefined) return <NotKnown why="not started" />;
  const end = run.finishedAt ?? now;
  return end === undefined ? (
    <NotKnown why="running" />
  ) : (
    formatDuration(Math.max(end.getTime() - run.startedAt.getTime(), 0))
  );
}

function Median({ run }: { run: RunHead }) {
  const median = run.headline?.median;
  return median?.kind === "value" ? <Quantity of={formatLatency(median.ns)} /> : <NotKnown why="no result yet" />;
}

interface PagerProps {
  readonly first: boolean;
  readonly next: string | undefined;
  readonly onFirst: () => void;
  readonly onNext: (next: string) => void;
}

function Pager({ first, next, onFirst, onNext }: PagerProps) {
  if (first && next === undefined) return null;
  return (
    <div className="flex justify-end gap-2 border-t px-4 py-2">
      {first ? null : (
        <Button size="small" onClick={onFirst}>
          Newest
        </Button>
      )}
      {next === undefined ? null : (
        <Button size="small" onClick={() => onNext(next)}>
          Older
        </Button>
      )}
    </div>
  );
}

function RowsSkeleton() {
  return (
    <div className="grid gap-2 p-4">
      {["a", "b", "c", "d", "e", "f"].map((key) => (
        <Skeleton key={key} className="h-7" />
      ))}
    </div>
  );
}
