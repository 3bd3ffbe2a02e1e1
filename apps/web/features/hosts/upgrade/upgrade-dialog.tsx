"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type Outputs, useTRPC, useTRPCClient } from "@/api/client";
import { refusalOf } from "@/api/refusal";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { hostsText } from "./hosts-text";
import { previewText } from "./preview-groups";
import { UpgradePreview } from "./upgrade-preview";

type Preview = Outputs["host"]["previewUpgrade"];

interface UpgradeDialogProps {
  readonly hostIds: readonly string[];
  readonly onClose: () => void;
}

/** What becomes of each host's agent, and the request; how it goes on is on a page of its own. */
export function UpgradeDialog({ hostIds, onClose }: UpgradeDialogProps) {
  const client = useTRPCClient();
  const router = useRouter();
  const preview = useQuery({
    queryKey: ["upgrade preview", hostIds],
    // What it says holds for the moment: it is asked for anew each time.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: ({ signal }) => client.host.previewUpgrade.mutate({ hostIds: [...hostIds] }, { signal }),
  });
  const ask = useMutation(
    useTRPC().host.upgrade.mutationOptions({
      onSuccess: ({ upgradeId }) => router.push(`/hosts/upgrades/${upgradeId}`),
      onError: () => void preview.refetch(),
    }),
  );
  const failure = ask.error ?? preview.error;
  const refusal = failure === null ? undefined : refusalOf(failure);
  const version = preview.data?.version;
  const will = preview.data?.hosts.filter(({ to }) => to !== undefined).length ?? 0;
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Upgrade agents"
      description="Each host takes the new programs from this server, checks them, and tries them beside its installed agent. If they don't prove themselves within ten minutes, it goes back. Nothing that runs on a host is interrupted."
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            busy={ask.isPending || ask.isSuccess}
            disabledReason={whyNot(preview.data, will)}
            onClick={() => (version === undefined ? undefined : ask.mutate({ hostIds: [...hostIds], version }))}
          >
            Upgrade {will === 0 ? "hosts" : hostsText(will)}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {refusal === undefined ? null : (
          <Banner tone="failed" title={refusal.message}>
            {refusal.remedy}
          </Banner>
        )}
        {preview.data === undefined ? null : <UpgradePreview preview={preview.data} />}
      </div>
    </Dialog>
  );
}

function whyNot(preview: Preview | undefined, will: number): string | undefined {
  if (preview === undefined) return "Checking…";
  return will === 0 ? `${previewText(preview.hosts)}.` : undefined;
}
