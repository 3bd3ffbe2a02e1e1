"use client";

import { useQuery } from "@tanstack/react-query";
import { FilterX, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsString, useQueryState } from "nuqs";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { useWhyNot } from "@/features/access/actor";
import { ListSearch } from "@/features/navigation/list-search";
import { Page } from "@/features/navigation/page";
import { QueryError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { PanelSkeleton } from "@/ui/skeleton";
import { SettingsTabs } from "../settings-tabs";
import { type Notice, splitNotices } from "./notice";
import { NoticesPanel, type NoticeVerb } from "./notices-panel";

/** Loaded when they are opened. */
const NoticeDialog = dynamic(() => import("./notice-dialog").then((dialog) => dialog.NoticeDialog), { ssr: false });
const MoveNoticeDialog = dynamic(() => import("./move-notice-dialog").then((dialog) => dialog.MoveNoticeDialog), {
  ssr: false,
});

type Open = { readonly verb: "add" } | { readonly verb: NoticeVerb; readonly notice: Notice };

/** Firmware that others had trouble with: a drive that has it is to be watched. */
export function FirmwarePage() {
  const [search, setSearch] = useQueryState("search", parseAsString.withDefault(""));
  const [open, setOpen] = useState<Open>();
  const whyNot = useWhyNot("health.configure");
  const { data, error, refetch } = useQuery(useTRPC().health.firmwareAdvice.queryOptions());
  const { standing, withdrawn } = splitNotices(data ?? [], search);
  const act = (verb: NoticeVerb, notice: Notice) => setOpen({ verb, notice });
  const addButton = (
    <Button variant="primary" disabledReason={whyNot} onClick={() => setOpen({ verb: "add" })}>
      <Plus aria-hidden /> Add notice
    </Button>
  );
  return (
    <Page
      crumbs={[{ name: "Settings", href: "/settings" }, { name: "Firmware notices" }]}
      title="Firmware notices"
      subtitle="Firmware that others had trouble with; a drive that has it is to be watched"
      actions={addButton}
    >
      <SettingsTabs />
      {error ? <QueryError error={error} retry={() => void refetch()} /> : null}
      {data === undefined && !error ? <PanelSkeleton className="h-96" /> : null}
      {data?.length ? (
        <ListSearch
          label="Search notices"
          placeholder="Model, firmware, words"
          value={search}
          onSearch={(text, options) => void setSearch(text, options)}
        />
      ) : null}
      {data && standing.length + withdrawn.length === 0 ? (
        <EmptyState
          icon={FilterX}
          title={data.length === 0 ? "No firmware notices" : `No results for “${search}”`}
          action={data.length === 0 ? addButton : <Button onClick={() => void setSearch(null)}>Clear search</Button>}
        >
          {data.length === 0 ? "The catalog’s notices appear within a minute of the worker’s start." : null}
        </EmptyState>
      ) : null}
      <NoticesPanel title="Notices" notices={standing} onAct={act} />
      <NoticesPanel title="Withdrawn" notices={withdrawn} onAct={act} />
      <Opened open={open} onClose={() => setOpen(undefined)} />
    </Page>
  );
}

function Opened({ open, onClose }: { open: Open | undefined; onClose: () => void }) {
  switch (open?.verb) {
    case undefined:
      return null;
    case "add":
      return <NoticeDialog onClose={onClose} />;
    case "edit":
      return <NoticeDialog notice={open.notice} onClose={onClose} />;
    case "withdraw":
    case "restore":
      return <MoveNoticeDialog verb={open.verb} notice={open.notice} onClose={onClose} />;
  }
}
