// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual table are placed by hand, which table elements do not take.
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus is on the link of a row.
"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { VirtualItem } from "@tanstack/react-virtual";
import { useEffect } from "react";
import { type Outputs, useTRPC } from "@/api/client";
import { cn } from "@/ui/classes";
import { Skeleton } from "@/ui/skeleton";
import { DriveCard } from "./drive-card";
import { DriveCells } from "./drive-cells";
import type { DriveColumn, DriveEntry } from "./drive-columns";
import { type DriveFilter, listInput } from "./drive-filter";
import { useDriveSelection } from "./drive-selection";
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
  /** Without columns it is a list. */
  readonly columns: readonly DriveColumn[] | undefined;
  readonly onRead: (page: number, read: DriveListPage) => void;
}

/** One page of the list, read and kept current while some of its rows are in view. */
export function DrivesPageRows({ filter, page, cursor, items, offsetPx, columns, onRead }: DrivesPageRowsProps) {
  const { data, isPlaceholderData } = useQuery(
    useTRPC().drive.list.queryOptions(
      { ...listInput(filter), ...(cursor === undefined ? {} : { cursor }) },
      { placeholderData: keepPreviousData },
    ),
  );
  const { isSelected, know } = useDriveSelection();
  const read = isPlaceholderData ? undefined : data;
  useEffect(() => {
    if (read) onRead(page, read);
  }, [read, page, onRead]);
  useEffect(() => {
    if (read)
      know(
        page * drivesPerPage,
        read.drives.map(({ id }) => id),
      );
  }, [read, page, know]);
  return items.map((item) => {
    const drive = data?.drives[item.index - page * drivesPerPage];
    return (
      <div
        key={item.key}
        role="row"
        aria-rowindex={item.index + 2}
        data-row={item.index}
        data-drive={drive?.id}
        className={cn(
          "absolute inset-x-0 border-b last:border-b-0 hover:bg-hover has-focus-visible:bg-hover",
          drive && isSelected(drive.id) && "bg-accent-soft",
        )}
        style={{ height: item.size, transform: `translateY(${item.start - offsetPx}px)` }}
      >
        <DriveRow index={item.index} drive={drive} columns={columns} />
      </div>
    );
  });
}

interface DriveRowProps {
  readonly index: number;
  readonly drive: DriveEntry | undefined;
  readonly columns: readonly DriveColumn[] | undefined;
}

function DriveRow({ index, drive, columns }: DriveRowProps) {
  if (drive === undefined) {
    return (
      <div role="cell" className="flex h-full items-center px-4">
        <Skeleton className="h-3.5 w-full" />
      </div>
    );
  }
  const select = <SelectDrive index={index} drive={drive} />;
  return columns === undefined ? (
    <DriveCard drive={drive} select={select} />
  ) : (
    <DriveCells drive={drive} columns={columns} select={select} />
  );
}
