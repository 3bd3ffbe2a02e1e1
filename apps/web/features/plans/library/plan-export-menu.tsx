"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { type Inputs, useTRPC } from "@/api/client";
import { refusalOf } from "@/api/refusal";
import { save } from "@/charts/draw/save";
import { Button } from "@/ui/button";
import { Menu, MenuItem } from "@/ui/menu";
import { toast } from "@/ui/toast";
import { FioDialog } from "../fio-dialog";

interface PlanExportMenuProps {
  readonly plan: Inputs["plan"]["text"]["plan"];
  readonly name: string;
}

/** A plan of the list as a file. */
export function PlanExportMenu({ plan, name }: PlanExportMenuProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [fio, setFio] = useState<{ name: string; text: string }>();
  const write = async (format: "yaml" | "json" | "fio") => {
    try {
      const file = await queryClient.fetchQuery(trpc.plan.text.queryOptions({ plan, format }));
      if (format === "fio") setFio({ name: file.fileName, text: file.text });
      else save(new Blob([file.text], { type: `application/${format}` }), file.fileName);
    } catch (error) {
      const { message, remedy } = refusalOf(error);
      toast.error(message, { description: remedy });
    }
  };
  return (
    <>
      <Menu
        label={`Export ${name}`}
        trigger={
          <Button size="icon-small" variant="ghost" aria-label={`Export ${name}`} title="Export">
            <Download aria-hidden />
          </Button>
        }
      >
        <MenuItem onSelect={() => void write("yaml")}>YAML</MenuItem>
        <MenuItem onSelect={() => void write("json")}>JSON</MenuItem>
        <MenuItem onSelect={() => void write("fio")}>fio job file…</MenuItem>
      </Menu>
      <FioDialog file={fio} onClose={() => setFio(undefined)} />
    </>
  );
}
