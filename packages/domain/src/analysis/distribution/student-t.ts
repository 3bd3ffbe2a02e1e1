import { bisect } from "./bisect.ts";
import { incompleteBeta } from "./incomplete-beta.ts";

/** P(|T| >= |t|) of Student's t with so many degrees of freedom, which need not be whole. */
export function studentTwoSided(t: number, degreesOfFreedom: number): number {
  return incompleteBeta(degreesOfFreedom / 2, 0.5, degreesOfFreedom / (degreesOfFreedom + t * t));
}

/** The t that |T| exceeds with the probability 1 - confidence; confidence lies between 0 and 1. */
export function studentCritical(confidence: number, degreesOfFreedom: number): number {
  if (!(confidence > 0 && confidence < 1 && degreesOfFreedom > 0)) {
    throw new RangeError(`There is no Student's t for ${confidence} with ${degreesOfFreedom} degrees of freedom.`);
  }
  const within = (t: number) => 1 - studentTwoSided(t, degreesOfFreedom);
  let end = 2;
  while (within(end) < confidence) end *= 2;
  return bisect(within, confidence, 0, end);
}
