// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual table are placed by hand, which table elements do not take.
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus is on the link of a row.
"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { VirtualItem } from "@tanstack/react-virtual";
import { useEffect } from "react";
import { type Outputs, useTRPC } from "@/api/client";
import { Skeleton } from "@/ui/skeleton";
import type { DriveEntry } from "./drive-columns";
import { type DriveFilter, listInput } from "./drive-filter";
import { DriveCard, DriveCells } from "./drive-row";
import { drivesPerPage } from "./page-chain";
import { SelectDrive } from "./select-drive";

export type DriveListPage = Outputs["drive"]["list"];

interface DrivesPageRowsProps {
  readonly filter: DriveFilter;
  /** The first is 0. */
  readonly page: number;
  readonly cursor: string | undefined;
  /** The rows of the page that are in view. */
  readonly items: readonly VirtualItem[];
  readonly offsetPx: number;
  readonly isList: boolean;
  readonly onRead: (page: number, read: DriveListPage) => void;
}

/** One page of the list, read and kept current while some of its rows are in view. */
export function DrivesPageRows({ filter, page, cursor, items, offsetPx, isList, onRead }: DrivesPageRowsProps) {
  const { data, isPlaceholderData } = useQuery(
    useTRPC().drive.list.queryOptions(
      { ...listInput(filter), ...(cursor === undefined ? {} : { cursor }) },
      { placeholderData: keepPreviousData },
    ),
  );
  useEffect(() => {
    if (data && !isPlaceholderData) onRead(page, data);
  }, [data, isPlaceholderData, page, onRead]);
  return items.map((item) => (
    <div
      key={item.key}
      role="row"
      aria-rowindex={item.index + 2}
      data-row={item.index}
      className="absolute inset-x-0 border-b last:border-b-0 hover:bg-hover has-focus-visible:bg-hover"
      style={{ height: item.size, transform: `translateY(${item.start - offsetPx}px)` }}
    >
      <DriveRow index={item.index} drive={data?.drives[item.index - page * drivesPerPage]} isList={isList} />
    </div>
  ));
}

interface DriveRowProps {
  readonly index: number;
  readonly drive: DriveEntry | undefined;
  readonly isList: boolean;
}

function DriveRow({ index, drive, isList }: DriveRowProps) {
  if (drive === undefined) {
    return (
      <div role="cell" className="flex h-full items-center px-4">
        <Skeleton className="h-3.5 w-full" />
      </div>
    );
  }
  const select = <SelectDrive index={index} drive={drive} />;
  return isList ? <DriveCard drive={drive} select={select} /> : <DriveCells drive={drive} select={select} />;
}
