import { ShieldAlert, ShieldCheck } from "lucide-react";
import { Banner } from "@/ui/banner";
import { Panel } from "@/ui/panel";
import type { HostDetail } from "../host-detail";

type Policy = NonNullable<HostDetail["environment"]>["policy"];
type Rule = Policy["allow"][number];

const actionWords: Partial<Record<string, string>> = {
  write: "benchmarks that write",
  format: "format",
  sanitize: "sanitize",
  discard: "discard",
  power: "power state and governor",
  scheduler: "I/O scheduler",
  self_test: "self-test",
  scratch_file: "creating and removing the scratch file",
};
const say = (actions: readonly string[]) => actions.map((action) => actionWords[action] ?? action).join(", ");

/** The second key: what the host's own policy file allows. It can be read here and changed only there. */
export function PolicyPanel({ host }: { host: HostDetail }) {
  const policy = host.environment?.policy;
  if (policy === undefined) {
    return (
      <Panel title="Host policy">
        <p className="text-muted">
          This host hasn&apos;t reported its policy. Until it does, nothing that destroys data is sent to it.
        </p>
      </Panel>
    );
  }
  const rules = policy.allow.filter(({ serials, models }) => serials.length + models.length > 0);
  return (
    <Panel title="Host policy" note={<code className="font-mono">{policy.path}</code>}>
      <div className="grid gap-3">
        {policy.problem ? (
          <Banner tone="failed" title="The policy file is invalid">
            {policy.problem}
          </Banner>
        ) : null}
        {rules.length === 0 ? (
          <p className="flex items-start gap-2">
            <ShieldCheck className="mt-0.5 size-4 shrink-0 text-good" aria-hidden />
            <span>
              Nothing that writes to a drive. Only the policy file on the host can change that; no one can from here.
            </span>
          </p>
        ) : (
          <ul className="grid gap-2" aria-label="Permissions to destroy">
            {rules.map((rule) => (
              <RuleItem key={JSON.stringify(rule)} rule={rule} />
            ))}
          </ul>
        )}
        {policy.deny.length > 0 ? <p>Also denied: {say(policy.deny)}.</p> : null}
        {rules.length > 0 ? (
          <p className="text-muted">
            Each time, the drive&apos;s serial has to be typed, and drives in use are always refused.
          </p>
        ) : null}
      </div>
    </Panel>
  );
}

function RuleItem({ rule: { serials, models, actions } }: { rule: Rule }) {
  const names = (word: string, list: readonly string[]) =>
    list.length === 0 ? null : (
      <span>
        {word} <span className="break-all font-mono">{list.join(", ")}</span>
      </span>
    );
  return (
    <li className="flex items-start gap-2">
      <ShieldAlert className="mt-0.5 size-4 shrink-0 text-watch" aria-hidden />
      <span className="grid">
        <span className="font-medium">{say(actions)}</span>
        {names("serial", serials)}
        {names("every drive of the model", models)}
      </span>
    </li>
  );
}
