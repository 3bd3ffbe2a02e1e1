import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Outputs, useTRPC } from "@/api/client";
import { QueryError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { RelativeTime } from "@/ui/time";
import { toast } from "@/ui/toast";

interface RevokeApiTokenDialogProps {
  readonly token: Outputs["access"]["apiTokens"][number];
  readonly onClose: () => void;
}

/** Says what stops working before a token is ended for good. */
export function RevokeApiTokenDialog({ token, onClose }: RevokeApiTokenDialogProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const revoke = useMutation(
    trpc.access.revokeApiToken.mutationOptions({
      onSuccess: () => {
        onClose();
        toast.success(`The token “${token.name}” opens nothing any more.`);
      },
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.access.apiTokens.queryKey() }),
    }),
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Revoke the token “${token.name}”?`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={revoke.isPending} onClick={() => revoke.mutate({ tokenId: token.id })}>
            Revoke the token
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {revoke.error ? <QueryError error={revoke.error} retry={() => revoke.reset()} /> : null}
        <p>
          Every program that asks with it is refused from its next request on, {doing[token.role]}. This can’t be
          undone; a program that still needs it gets a new token.
        </p>
        <p>
          {token.lastUsedAt === null ? (
            "No program has used it yet."
          ) : (
            <>
              Last used <RelativeTime time={token.lastUsedAt} />.
            </>
          )}
        </p>
        <p className="text-muted">Every admin and operator sees this in the audit.</p>
      </div>
    </Dialog>
  );
}

/** What such programs do. */
const doing: Readonly<Record<RevokeApiTokenDialogProps["token"]["role"], string>> = {
  viewer: "whether it reads the fleet or sends its figures elsewhere",
  operator: "whether it reads the fleet, starts benchmarks or sends results",
  admin: "whatever it does",
};
