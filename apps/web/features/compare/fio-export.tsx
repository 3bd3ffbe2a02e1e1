"use client";

import { useQuery } from "@tanstack/react-query";
import { type Inputs, useTRPC } from "@/api/client";
import { FioDialog } from "@/features/plans/fio-dialog";

interface FioExportProps {
  readonly selection: Inputs["compare"]["get"];
  readonly onClose: () => void;
}

/** What is compared as jobs of fio, one of each workload. */
export function FioExport({ selection, onClose }: FioExportProps) {
  const { data } = useQuery(useTRPC().compare.fioJob.queryOptions(selection));
  return <FioDialog what="this comparison" file={data && { name: data.fileName, text: data.text }} onClose={onClose} />;
}
