"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Bookmark, X } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { Button } from "@/ui/button";
import { MenuLabel, MenuSeparator } from "@/ui/menu";
import { closePopover, Popover } from "@/ui/popover";
import { type DriveFilter, queryOf } from "./drive-filter";
import { SaveViewDialog } from "./save-view-dialog";

/** A person's own views of this list: filters, sort and columns under a name. */
export function ViewsMenu({ filter }: { filter: DriveFilter }) {
  const [saving, setSaving] = useState(false);
  const query = queryOf(filter);
  return (
    <>
      <Popover
        label="Views"
        className="min-w-52 p-1"
        trigger={
          <Button>
            <Bookmark aria-hidden /> Views
          </Button>
        }
      >
        <Views query={query} onSave={() => setSaving(true)} />
      </Popover>
      {saving ? <SaveViewDialog query={query} onClose={() => setSaving(false)} /> : null}
    </>
  );
}

function Views({ query, onSave }: { query: string; onSave: () => void }) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const { data: views } = useQuery(trpc.drive.view.list.queryOptions());
  const remove = useMutation(
    trpc.drive.view.remove.mutationOptions({
      onSettled: () => cache.invalidateQueries(trpc.drive.view.list.queryFilter()),
    }),
  );
  return (
    <>
      {views?.length === 0 ? <MenuLabel>No saved views yet</MenuLabel> : null}
      <ul className="max-h-72 overflow-y-auto">
        {views?.map(({ id, name, query: saved }) => (
          <li key={id} className="flex items-center rounded hover:bg-hover">
            <Link
              href={`/drives?${saved}`}
              aria-current={saved === query ? "true" : undefined}
              onClick={(event) => closePopover(event.currentTarget)}
              className="min-w-0 flex-1 truncate px-2 py-1.5 aria-[current=true]:font-medium aria-[current=true]:text-accent"
            >
              {name}
            </Link>
            <Button
              variant="ghost"
              size="icon-small"
              aria-label={`Delete view ${name}`}
              busy={remove.isPending}
              onClick={() => remove.mutate({ id })}
            >
              <X aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      <MenuSeparator />
      <button
        type="button"
        onClick={(event) => {
          closePopover(event.currentTarget);
          onSave();
        }}
        className="flex h-8 w-full items-center rounded px-2 text-left hover:bg-hover"
      >
        Save this view…
      </button>
    </>
  );
}
