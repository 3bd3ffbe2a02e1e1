/** Why an event is not taken, and where in it. */
export interface Refusal {
  readonly path: string;
  readonly reason: string;
}
