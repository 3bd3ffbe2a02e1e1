import Link from "next/link";
import { Button } from "@/ui/button";

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center p-6 text-center">
      <div>
        <h1 className="font-semibold text-lg">There is no such page</h1>
        <p className="mt-1 text-muted">The address may be mistyped, or what it named has been removed.</p>
        <Button asChild className="mt-4">
          <Link href="/fleet">Go to the fleet</Link>
        </Button>
      </div>
    </main>
  );
}
