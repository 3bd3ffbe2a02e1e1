"use client";

import { useState } from "react";
import { Button } from "@/ui/button";
import { Panel } from "@/ui/panel";
import { RelativeTime } from "@/ui/time";
import type { Fields } from "../draft/draft-plan";
import type { SavedDetail } from "../origin";
import { VersionDialog } from "./version-dialog";

interface VersionsPanelProps {
  readonly detail: SavedDetail;
  readonly onOpen: (document: Fields) => void;
  readonly readOnly: boolean;
}

/** Every version of a saved plan, the newest first: who saved it, when, and what for. */
export function VersionsPanel({ detail, onOpen, readOnly }: VersionsPanelProps) {
  const [looked, setLooked] = useState<number>();
  return (
    <Panel title="Versions" note={String(detail.versions.length)} flush>
      <ol className="max-h-80 overflow-y-auto">
        {detail.versions.map(({ version, note, savedBy, savedAt }) => (
          <li key={version} className="flex items-start gap-3 border-b px-4 py-2 text-table last:border-b-0">
            <span className="min-w-0 flex-1">
              <span className="font-medium">Version {version}</span>
              {version === detail.versions[0]?.version ? <span className="text-muted"> (newest)</span> : null}
              {note === "" ? null : <span className="wrap-anywhere block">{note}</span>}
              <span className="wrap-anywhere block text-muted">
                {savedBy}, <RelativeTime time={savedAt} />
              </span>
            </span>
            <Button size="small" aria-label={`Look at version ${version}`} onClick={() => setLooked(version)}>
              Look
            </Button>
          </li>
        ))}
      </ol>
      {looked === undefined ? null : (
        <VersionDialog
          detail={detail}
          version={looked}
          onClose={() => setLooked(undefined)}
          onOpen={onOpen}
          readOnly={readOnly}
        />
      )}
    </Panel>
  );
}
