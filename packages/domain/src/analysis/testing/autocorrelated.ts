import { type Draw, seededDraw } from "../random.ts";

/** A run whose seconds hang together as an AR(1) process does. */
export interface SimulatedRun {
  readonly seconds: number;
  readonly mean: number;
  /** Standard deviation of the seconds, as a share of the mean. */
  readonly spread: number;
  /** Correlation of each second with the one before, from 0 to below 1. */
  readonly correlation: number;
}

/** Runs of one seed, one after another. */
export function simulator(seed: number): { gauss: () => number; run: (of: SimulatedRun) => number[] } {
  const draw = seededDraw(seed);
  const gauss = () => normal(draw);
  const run = ({ seconds, mean, spread, correlation }: SimulatedRun) => {
    let state = gauss();
    const innovation = Math.sqrt(1 - correlation ** 2);
    return Array.from({ length: seconds }, () => {
      state = correlation * state + innovation * gauss();
      return mean * (1 + spread * state);
    });
  };
  return { gauss, run };
}

/** Box and Muller's transform of two uniform draws. */
function normal(draw: Draw): number {
  const unit = () => (draw(2 ** 31) + 0.5) / 2 ** 31;
  return Math.sqrt(-2 * Math.log(unit())) * Math.cos(2 * Math.PI * unit());
}
