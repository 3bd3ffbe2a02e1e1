"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { type Outputs, useTRPC } from "@/api/client";
import { QueryError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { RelativeTime, useNow } from "@/ui/time";
import { toast } from "@/ui/toast";

type ShareLink = Outputs["compare"]["share"]["list"][number];

/** Links that were made, each with what ends it. */
export function ShareLinks() {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery(trpc.compare.share.list.queryOptions());
  const revoke = useMutation(
    trpc.compare.share.revoke.mutationOptions({
      onSuccess: () => cache.invalidateQueries(trpc.compare.share.list.queryFilter()),
      onError: ({ message }) => toast.error(message),
    }),
  );
  if (error) return <QueryError error={error} retry={() => void refetch()} />;
  if (data === undefined) return null;
  if (data.length === 0) return <p className="text-muted text-table">No share links yet.</p>;
  return (
    <ul aria-label="Share links" className="grid gap-1.5">
      {data.map((link) => (
        <LinkRow key={link.id} link={link} busy={revoke.isPending} onRevoke={() => revoke.mutate({ id: link.id })} />
      ))}
    </ul>
  );
}

function LinkRow({ link, busy, onRevoke }: { link: ShareLink; busy: boolean; onRevoke: () => void }) {
  const now = useNow();
  const { title, query, createdBy, createdAt, expiresAt, revokedAt, opened } = link;
  const name = title === "" ? "Untitled comparison" : title;
  const expired = now !== undefined && expiresAt <= now;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 text-table">
      <span className="min-w-0 flex-1 basis-52">
        <Link href={`/compare?${query}`} className="wrap-anywhere text-accent hover:underline">
          {name}
        </Link>
        <span className="block text-muted text-xs">
          {createdBy}, <RelativeTime time={createdAt} />; opened {opened} {opened === 1 ? "time" : "times"};{" "}
          {revokedAt === undefined ? (
            <>
              {expired ? "expired" : "expires"} <RelativeTime time={expiresAt} />
            </>
          ) : (
            <>
              revoked <RelativeTime time={revokedAt} />
            </>
          )}
        </span>
      </span>
      {expired || revokedAt !== undefined ? null : (
        <Button size="small" busy={busy} aria-label={`Revoke the link "${name}"`} onClick={onRevoke}>
          Revoke
        </Button>
      )}
    </li>
  );
}
