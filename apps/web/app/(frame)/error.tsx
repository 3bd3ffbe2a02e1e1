"use client";

import { PageError } from "@/features/navigation/page-error";

export default function FrameError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return <PageError error={error} retry={reset} />;
}
