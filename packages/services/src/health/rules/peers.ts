import type { Transaction } from "@crosspoint/db";
import { type PeerMedian, readAmplificationMedians, readCapacitorMedians } from "@crosspoint/db/queries/peer-medians";
import { PEERS_MIN } from "@crosspoint/domain";

/** What drives of a model have in the median; undefined where too few of them tell it. */
export interface Peers {
  amplification(model: string, firmware: string): number | undefined;
  capacitor(model: string): number | undefined;
}

/** Reads all medians at once, at the first question of a turn: whoever asks none, pays for none. */
export class PeerMedians {
  #read: Promise<Peers> | undefined;

  read(tx: Transaction): Promise<Peers> {
    this.#read ??= readPeers(tx);
    return this.#read;
  }
}

async function readPeers(tx: Transaction): Promise<Peers> {
  // The drive itself is among those that are counted.
  const least = PEERS_MIN + 1;
  const written = byModel(await readAmplificationMedians(tx, least));
  const capacitors = byModel(await readCapacitorMedians(tx, least));
  return {
    amplification: (model, firmware) => written.get(keyOf(model, firmware)),
    capacitor: (model) => capacitors.get(keyOf(model, "")),
  };
}

function byModel(medians: readonly PeerMedian[]): ReadonlyMap<string, number> {
  return new Map(medians.map(({ model, firmware, median }) => [keyOf(model, firmware), median]));
}

/** Model numbers have no line breaks. */
function keyOf(model: string, firmware: string): string {
  return `${model}\n${firmware}`;
}
