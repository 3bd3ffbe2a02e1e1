import Link from "next/link";
import { Page } from "@/features/navigation/page";
import { Button } from "@/ui/button";
import { Panel } from "@/ui/panel";
import { ShareLinks } from "../share/share-links";
import { SavedComparisonsPanel } from "./saved-comparisons-panel";

/** What was kept of comparisons: under a name, and as links for others. */
export function SavedPage() {
  return (
    <Page
      crumbs={[{ name: "Compare", href: "/compare" }, { name: "Saved" }]}
      title="Saved comparisons"
      actions={
        <Button asChild>
          <Link href="/compare">Compare results</Link>
        </Button>
      }
    >
      <SavedComparisonsPanel />
      <Panel title="Share links" note="each shows its comparison without an account, until it expires or is revoked">
        <ShareLinks />
      </Panel>
    </Page>
  );
}
