"use client";

import { refusalOf } from "@/api/refusal";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { Page } from "./page";

export function PageError({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <Page crumbs={[]} title="This page could not be shown">
      <QueryError error={error} retry={retry} />
      {error.digest ? (
        <p className="text-muted">
          The server&apos;s log has the details under <code className="font-mono">{error.digest}</code>.
        </p>
      ) : null}
    </Page>
  );
}

/** Stands where the data of a failed query would have been. */
export function QueryError({ error, retry }: { error: unknown; retry: () => void }) {
  const { message, remedy } = refusalOf(error);
  return (
    <Banner tone="failed" title={message} action={<Button onClick={retry}>Try again</Button>}>
      {remedy}
    </Banner>
  );
}
