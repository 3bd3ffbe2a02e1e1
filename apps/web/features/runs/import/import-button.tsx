import { FileUp } from "lucide-react";
import Link from "next/link";
import { Button } from "@/ui/button";

/** Opens the page that takes files of results; whoever may not import is told there. */
export function ImportResultsButton() {
  return (
    <Button asChild>
      <Link href="/benchmarks/import">
        <FileUp aria-hidden /> Import results
      </Link>
    </Button>
  );
}
