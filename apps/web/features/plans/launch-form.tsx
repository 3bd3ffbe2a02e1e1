"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { parseAsString, useQueryStates } from "nuqs";
import { useState } from "react";
import { toast } from "sonner";
import { type Inputs, useTRPC } from "@/api/client";
import { refusalOf } from "@/api/refusal";
import { useWhyNot } from "@/features/access/actor";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { Panel } from "@/ui/panel";
import { DestroyDialog } from "./destroy-dialog";
import { customPlan, PlanPicker } from "./plan-picker";
import { PreflightPanel } from "./preflight-panel";
import { type RunSettings, SettingsForm } from "./settings-form";
import { TargetPicker, targetOfKey } from "./target-picker";
import { defaultWorkload, parseWorkload, WorkloadForm, type WorkloadText } from "./workload-form";

export type PlanChoice = Inputs["run"]["preflight"]["plan"];

const parsers = { drive: parseAsString, target: parseAsString, plan: parseAsString.withDefault("quick-check") };

/** Three steps on one page: where, what, and what that means; then the launch. */
export function LaunchForm() {
  const [{ drive, target: targetKey, plan: planId }, setChoice] = useQueryStates(parsers, { history: "replace" });
  const [workloadText, setWorkloadText] = useState<WorkloadText>(defaultWorkload);
  const [settingsOf, setSettingsOf] = useState<{ key: string; settings: RunSettings }>({ key: "", settings: {} });
  const [confirming, setConfirming] = useState(false);
  const router = useRouter();
  const trpc = useTRPC();
  const whyNot = useWhyNot("benchmark.launch");
  const workload = parseWorkload(workloadText);
  const target = targetOfKey(targetKey, drive);
  // Settings are of one drive: another target starts without any.
  const settingsKey = JSON.stringify(target);
  const settings = settingsOf.key === settingsKey ? settingsOf.settings : {};
  const plan: PlanChoice | undefined =
    planId !== customPlan
      ? { kind: "builtIn", planId }
      : workload.kind === "valid"
        ? { kind: "custom", workload: workload.workload }
        : undefined;
  const ready = target !== undefined && plan !== undefined;
  const preflight = useQuery(
    trpc.run.preflight.queryOptions(
      { target: target ?? nowhere, plan: plan ?? { kind: "builtIn", planId: "quick-check" }, settings },
      { enabled: ready, placeholderData: (before) => (ready ? before : undefined) },
    ),
  );
  const launch = useMutation(
    trpc.run.launch.mutationOptions({
      onSuccess: ({ runId }) => {
        toast.success("Accepted: the agent takes it at its next word.");
        router.push(`/benchmarks/${runId}`);
      },
    }),
  );
  const start = (confirmedSerial?: string) => {
    if (target === undefined || plan === undefined) return;
    launch.mutate({ target, plan, settings, ...(confirmedSerial === undefined ? {} : { confirmedSerial }) });
  };
  const known = ready && !preflight.isPlaceholderData ? preflight.data : undefined;
  const blocker = known?.blockers[0]?.message;
  const reason =
    whyNot ??
    (target === undefined
      ? "Choose a target first."
      : plan === undefined
        ? "Correct the workload first."
        : known === undefined
          ? "The preflight is being read."
          : blocker);
  const refusal = launch.error ? refusalOf(launch.error) : undefined;
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_26rem]">
      <div className="grid min-w-0 gap-4">
        <Panel title="Target" note="what is measured" flush>
          <TargetPicker
            driveId={drive}
            value={targetKey}
            onChange={(key) => void setChoice({ target: key })}
            onShowAll={() => void setChoice({ drive: null, target: null })}
          />
        </Panel>
        <Panel title="Plan" note="how it is measured" flush>
          <PlanPicker value={planId} onChange={(id) => void setChoice({ plan: id })} />
          {planId === customPlan ? (
            <div className="border-t p-4">
              <WorkloadForm value={workloadText} onChange={setWorkloadText} errors={workload.errors} />
            </div>
          ) : null}
        </Panel>
        {target === undefined ? null : (
          <SettingsForm
            key={settingsKey}
            target={target}
            value={settings}
            onChange={(next) => setSettingsOf({ key: settingsKey, settings: next })}
          />
        )}
      </div>
      <div className="grid min-w-0 gap-4 xl:sticky xl:top-16">
        <PreflightPanel preflight={ready ? preflight.data : undefined} error={ready ? preflight.error : null}>
          {refusal ? (
            <Banner tone="failed" title={refusal.message}>
              {refusal.remedy}
            </Banner>
          ) : null}
          <Button
            variant={known?.destroys ? "danger" : "primary"}
            className="w-full"
            busy={launch.isPending}
            disabledReason={reason}
            onClick={() => (known?.destroys ? setConfirming(true) : start())}
          >
            <span className="truncate">{launchWords(known)}</span>
          </Button>
          {reason !== undefined && ready && blocker === undefined ? (
            <p className="text-muted text-table">{reason}</p>
          ) : null}
        </PreflightPanel>
      </div>
      {known?.destroys ? (
        <DestroyDialog
          open={confirming}
          onOpenChange={setConfirming}
          preflight={known}
          destroys={known.destroys}
          busy={launch.isPending}
          onConfirm={(serial) => {
            setConfirming(false);
            start(serial);
          }}
        />
      ) : null}
    </div>
  );
}

/** Stands in for a target while none is chosen; the query that would carry it is off. */
const nowhere = { kind: "scratchFile", scratchFileId: "00000000-0000-4000-8000-000000000000" } as const;

function launchWords(
  preflight: { planName: string; targetLabel: string; destroys?: { serial: string } | undefined } | undefined,
): string {
  if (preflight === undefined) return "Launch the benchmark";
  if (preflight.destroys) return `Write to ${preflight.destroys.serial}…`;
  return `Launch ${preflight.planName} on ${preflight.targetLabel.split(" ").at(-1)}`;
}
