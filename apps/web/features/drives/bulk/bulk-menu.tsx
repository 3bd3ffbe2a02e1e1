"use client";

import type { Right } from "@crosspoint/services/rights";
import { Archive, CheckCheck, ListChecks, type LucideIcon, Tag, Undo2, Zap } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { type ComponentType, useState } from "react";
import { useWhyNot } from "@/features/access/actor";
import { Button } from "@/ui/button";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "@/ui/menu";
import { closePopover } from "@/ui/popover";
import type { BulkInput } from "./use-bulk-preview";

interface DialogProps {
  readonly selection: BulkInput["selection"];
  readonly onClose: () => void;
}

interface Action {
  readonly name: string;
  readonly icon: LucideIcon;
  readonly right: Right;
  readonly Dialog: ComponentType<DialogProps>;
}

/** Each is loaded when it is chosen. */
const actions: readonly Action[] = [
  {
    name: "Acknowledge conditions…",
    icon: CheckCheck,
    right: "health.acknowledge",
    Dialog: dynamic(() => import("./acknowledge-dialog").then(({ AcknowledgeDialog }) => AcknowledgeDialog), {
      ssr: false,
    }),
  },
  {
    name: "Withdraw acknowledgements…",
    icon: Undo2,
    right: "health.acknowledge",
    Dialog: dynamic(() => import("./withdraw-dialog").then(({ WithdrawDialog }) => WithdrawDialog), { ssr: false }),
  },
  {
    name: "Tag…",
    icon: Tag,
    right: "fleet.organize",
    Dialog: dynamic(() => import("./tag-dialog").then(({ TagDialog }) => TagDialog), { ssr: false }),
  },
  {
    name: "Retire or change lifecycle…",
    icon: Archive,
    right: "drive.lifecycle",
    Dialog: dynamic(() => import("./lifecycle-dialog").then(({ LifecycleDialog }) => LifecycleDialog), { ssr: false }),
  },
  {
    name: "Limit power…",
    icon: Zap,
    right: "drive.control",
    Dialog: dynamic(() => import("./limit-power-dialog").then(({ LimitPowerDialog }) => LimitPowerDialog), {
      ssr: false,
    }),
  },
];

/** What can be asked for of all selected drives; each asks for more and shows a preview before anything is done. */
export function BulkMenu({ selection }: { selection: BulkInput["selection"] }) {
  const [chosen, setChosen] = useState<Action>();
  return (
    <>
      <Menu
        label="Actions"
        trigger={
          <Button>
            <ListChecks aria-hidden /> Actions
          </Button>
        }
      >
        {actions.map((action) => (
          <ActionItem key={action.name} action={action} onSelect={() => setChosen(action)} />
        ))}
        <MenuSeparator />
        <Link
          href="/drives/bulk"
          onClick={(event) => closePopover(event.currentTarget)}
          className="flex h-8 items-center rounded px-2 hover:bg-hover"
        >
          Past bulk actions
        </Link>
      </Menu>
      {chosen ? <chosen.Dialog selection={selection} onClose={() => setChosen(undefined)} /> : null}
    </>
  );
}

function ActionItem({ action: { name, icon: Icon, right }, onSelect }: { action: Action; onSelect: () => void }) {
  const whyNot = useWhyNot(right);
  return (
    <>
      <MenuItem onSelect={onSelect} disabled={whyNot !== undefined}>
        <Icon aria-hidden /> {name}
      </MenuItem>
      {whyNot === undefined ? null : <MenuLabel>{whyNot}</MenuLabel>}
    </>
  );
}
