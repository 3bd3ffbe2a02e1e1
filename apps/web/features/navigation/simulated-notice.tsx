import { simulatedHostnamePrefix, simulatedSerialPrefix } from "@crosspoint/domain";

/** On every page of a server that has simulated hosts. */
export function SimulatedNotice() {
  return (
    <p role="note" className="border-watch/40 border-b bg-watch-soft px-4 py-1.5 text-table">
      <strong className="font-medium">Simulated fleet.</strong> Hosts named {simulatedHostnamePrefix}… and drives with
      serials {simulatedSerialPrefix}… do not exist; nothing about them was measured.
    </p>
  );
}
