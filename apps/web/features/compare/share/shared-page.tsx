"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useQueryStates } from "nuqs";
import { useCallback, useMemo, useTransition } from "react";
import { useTRPC } from "@/api/client";
import { Banner } from "@/ui/banner";
import { Logo } from "@/ui/logo";
import { PanelSkeleton } from "@/ui/skeleton";
import { ExactTime, ZoneNote } from "@/ui/time";
import { AccessProvider } from "../access";
import { Compared } from "../compared";
import { ExportMenu } from "../export-menu";
import { type LookChange, loadShared, lookOf, lookParsers } from "../selection";

/** One comparison for whoever has its link: read-only, outside the frame, without an account. */
export function SharedPage({ token }: { token: string }) {
  const [, startTransition] = useTransition();
  // What is written out counts, a default too: without it in the address the look would be the shared one again.
  const [own, setOwn] = useQueryStates(lookParsers, { history: "replace", clearOnDefault: false, startTransition });
  const isOwn = useSearchParams().size > 0;
  const trpc = useTRPC();
  const { data, error } = useQuery(trpc.compare.shared.get.queryOptions({ token }, { retry: false }));
  // As it was shared, until whoever reads it looks at it in another way.
  const shared = useMemo(() => loadShared(data?.query ?? ""), [data?.query]);
  const look = isOwn ? own : shared;
  const setLook = useCallback(
    (change: LookChange) => setOwn(isOwn ? change : { ...lookOf(shared), ...change }),
    [isOwn, setOwn, shared],
  );
  const access = useMemo(() => ({ kind: "shared", token }) as const, [token]);
  return (
    <main id="main" className="mx-auto grid w-full max-w-[120rem] gap-4 px-4 py-5 md:px-6 [&>*]:min-w-0">
      <header className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="mb-1 flex items-center gap-2 font-semibold text-muted text-table">
            <Logo className="size-4 text-accent" /> Crosspoint
          </p>
          <h1 className="wrap-anywhere font-semibold text-xl leading-7">{data?.title || "Shared comparison"}</h1>
          {data === undefined ? null : (
            <p className="mt-0.5 text-muted">
              Shared by {data.createdBy}, read-only; expires <ExactTime time={data.expiresAt} />
            </p>
          )}
        </div>
        {data === undefined ? null : (
          <div className="ml-auto">
            <ExportMenu comparison={data.comparison} />
          </div>
        )}
      </header>
      {error ? (
        <Banner tone="failed" title={error.message}>
          Ask whoever sent the link for a new one.
        </Banner>
      ) : null}
      {data === undefined && !error ? <PanelSkeleton className="h-96" /> : null}
      {data === undefined ? null : (
        <AccessProvider access={access}>
          <Compared comparison={data.comparison} look={look} onLook={setLook} match={shared.match} />
        </AccessProvider>
      )}
      <footer className="text-muted text-xs">
        <ZoneNote />
      </footer>
    </main>
  );
}
