"use client";

import { hasRight } from "@crosspoint/services/rights";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { Gauge, HardDrive, type LucideIcon, Server } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useDeferredValue, useId, useState } from "react";
import { type Outputs, useTRPC } from "@/api/client";
import { useActor } from "@/features/access/actor";
import { DriveName } from "@/ui/drive-name";
import { Modal } from "@/ui/modal";
import { isoDate } from "@/ui/relative-time";
import { pages } from "./pages";

type Drive = Outputs["search"]["find"]["drives"][number];

interface PaletteProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

export function PaletteDialog({ open, onOpenChange }: PaletteProps) {
  const id = useId();
  if (!open) return null;
  const close = () => onOpenChange(false);
  return (
    <Modal onClose={close} labelledBy={id} className="w-[min(44rem,calc(100vw-1.5rem))]">
      <h2 id={id} className="sr-only">
        Search and commands
      </h2>
      <Palette close={close} />
    </Modal>
  );
}

function Palette({ close }: { close: () => void }) {
  const [text, setText] = useState("");
  const actor = useActor();
  const router = useRouter();
  const go = (href: string) => {
    close();
    router.push(href);
  };
  const { data, isFetching } = useFound(text.trim());
  const shownPages = pages.filter(
    (page) => hasRight(actor, page.right) && page.name.toLowerCase().includes(text.trim().toLowerCase()),
  );
  return (
    <Command shouldFilter={false} label="Search and commands">
      <Command.Input
        data-first-focus
        value={text}
        onValueChange={setText}
        placeholder="Serial, model, host, run or page"
        className="h-11 w-full border-b bg-transparent px-4 text-base outline-none placeholder:text-muted"
      />
      <Command.List className="max-h-[50vh] overflow-y-auto p-1.5">
        <Command.Empty className="px-3 py-6 text-center text-muted">
          {isFetching ? "Searching…" : `No results for “${text.trim()}”`}
        </Command.Empty>
        <FoundObjects data={data} go={go} />
        <Found heading="Pages">
          {shownPages.map((page) => (
            <Item key={page.href} value={page.href} icon={page.icon} onSelect={() => go(page.href)}>
              {page.name}
            </Item>
          ))}
        </Found>
      </Command.List>
    </Command>
  );
}

function FoundObjects({ data, go }: { data: Outputs["search"]["find"] | undefined; go: (href: string) => void }) {
  return (
    <>
      <Found heading="Hosts">
        {data?.hosts.map((host) => (
          <Item key={host.id} value={host.id} icon={Server} onSelect={() => go(`/hosts/${host.id}`)}>
            {host.hostname}
          </Item>
        ))}
      </Found>
      <Found heading="Drives">
        {data?.drives.map((drive) => (
          <Item key={drive.id} value={drive.id} icon={HardDrive} onSelect={() => go(`/drives/${drive.id}`)}>
            <FoundDrive drive={drive} />
          </Item>
        ))}
      </Found>
      <Found heading="Benchmark runs">
        {data?.runs.map((run) => (
          <Item key={run.id} value={run.id} icon={Gauge} onSelect={() => go(`/benchmarks/${run.id}`)}>
            {run.planName}
            <span className="truncate text-muted">
              {run.targetName}, {run.importedFrom === undefined ? "" : `imported from ${run.importedFrom}, `}
              {isoDate(run.requestedAt)}
            </span>
          </Item>
        ))}
      </Found>
    </>
  );
}

/** The serial and the host, by which it is looked for, before its model: in a narrow window the serial has a line of its own. */
function FoundDrive({ drive: { serial, productName, model, hostname } }: { drive: Drive }) {
  return (
    <span className="grid min-w-0 flex-1 grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-2.5 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <span className="truncate font-mono text-table max-sm:col-span-2" title={serial}>
        {serial}
      </span>
      <span className="truncate text-muted max-sm:order-last" title={nameOf({ productName, model })}>
        <DriveName productName={productName} model={model} />
      </span>
      {hostname ? (
        <span className="max-w-52 truncate sm:max-w-64 sm:text-right" title={hostname}>
          <span className="text-muted">on</span> {hostname}
        </span>
      ) : null}
    </span>
  );
}

function nameOf({ productName, model }: Pick<Drive, "productName" | "model">): string {
  return productName ? `${productName} ${model}` : model;
}

function useFound(text: string) {
  const trpc = useTRPC();
  const deferred = useDeferredValue(text);
  return useQuery(
    trpc.search.find.queryOptions(
      { text: deferred },
      { enabled: deferred.length > 0, placeholderData: keepPreviousData },
    ),
  );
}

function Found({ heading, children }: { heading: string; children: ReactNode[] | undefined }) {
  if (!children || children.length === 0) return null;
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-heading]]:text-xs"
    >
      {children}
    </Command.Group>
  );
}

interface ItemProps {
  readonly value: string;
  readonly icon: LucideIcon;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

function Item({ value, icon: Icon, onSelect, children }: ItemProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex min-h-9 cursor-default items-center gap-2.5 rounded-md px-2 py-1 data-[selected=true]:bg-hover"
    >
      <Icon className="size-4 shrink-0 text-muted" aria-hidden />
      {children}
    </Command.Item>
  );
}
