import { OutcomeGroups } from "@/ui/outcome-groups";
import { hostsText } from "./hosts-text";
import { groupHosts, type PreviewedHost, previewText } from "./preview-groups";

/** Which version hosts would have, or why nothing is done, each outcome once. */
export function UpgradePreview({ preview: { hosts } }: { preview: { readonly hosts: readonly PreviewedHost[] } }) {
  return (
    <section aria-label="Preview" className="grid gap-2">
      <p role="status">{previewText(hosts)}</p>
      <OutcomeGroups
        groups={groupHosts(hosts).map(({ to, text, remedy, hostnames }) => ({
          id: `${to} ${text} ${remedy}`,
          will: to !== undefined,
          outcome: <Outcome text={text} remedy={remedy} isVersion={to !== undefined} />,
          countText: hostsText(hostnames.length),
          names: hostnames,
        }))}
      />
    </section>
  );
}

interface OutcomeProps {
  readonly text: string;
  readonly remedy: string;
  readonly isVersion: boolean;
}

function Outcome({ text, remedy, isVersion }: OutcomeProps) {
  if (isVersion) return <span className="font-mono">{text}</span>;
  return (
    <>
      {text} <span className="text-muted">{remedy}</span>
    </>
  );
}
