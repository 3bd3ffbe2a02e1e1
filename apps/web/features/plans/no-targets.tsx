import { HardDrive } from "lucide-react";
import Link from "next/link";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";

export function NoTargets() {
  return (
    <EmptyState
      icon={HardDrive}
      title="No targets yet"
      action={
        <Button asChild>
          <Link href="/hosts">Add a host</Link>
        </Button>
      }
    >
      Benchmarks run on hosts with an agent. Add a host: its NVMe drives appear here; a host without any offers a
      scratch file.
    </EmptyState>
  );
}
