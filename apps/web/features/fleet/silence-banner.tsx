import { formatCount } from "@crosspoint/domain";
import { Banner } from "@/ui/banner";
import { RelativeTime } from "@/ui/time";
import type { Fleet } from "./fleet";

/** That nothing on the page is of now: no gateway runs, or no host reports. */
export function SilenceBanner({ fleet }: { fleet: Fleet }) {
  const { reachability, hostsWithKey: hosts, silentHostsTotal, silentHosts } = fleet;
  if (reachability.kind === "away") {
    return (
      <Banner tone="failed" title="No host can report: the gateway is not running.">
        {reachability.since === undefined ? null : (
          <>
            It last ran <RelativeTime time={reachability.since} />.{" "}
          </>
        )}
        Start it; hosts then send what they have kept meanwhile.
      </Banner>
    );
  }
  if (hosts < 2 || silentHostsTotal < hosts) return null;
  const last = silentHosts[0]?.lastSeenAt;
  return (
    <Banner tone="failed" title={`None of the ${formatCount(hosts)} hosts is reporting.`}>
      {last ? (
        <>
          The last report came <RelativeTime time={last} />.{" "}
        </>
      ) : null}
      Look for what they share before you look at one of them: the network to this server, its name and its certificate.
      Verdicts are of their last reports.
    </Banner>
  );
}
