import { z } from "zod";

/*
 * What the worker has counted of a large fleet, as JSON, each with its one reader. It is kept for a minute: what another version
 * wrote, and this one cannot read, is as if it was not there.
 */

const whole = z.int().min(0);
const valueCounts = z.array(z.object({ value: z.int(), count: whole }));
const extremes = z.array(
  z.object({
    id: z.string(),
    model: z.string(),
    productName: z.string().nullable(),
    serial: z.string(),
    hostname: z.string().nullable(),
    temperatureKelvin: z.number().nullable(),
    warningKelvin: z.number().nullable(),
    percentageUsed: z.number().nullable(),
    percentPerDay: z.number().nullable(),
    likelyEnd: z.coerce.date().nullable(),
  }),
);

/** services' ReadingsOfFleet. */
export const storedReadings = z.object({
  celsius: z.object({ belowLimits: valueCounts, warning: valueCounts, critical: valueCounts }),
  limits: z.object({ warning: valueCounts, critical: valueCounts }),
  percentagesUsed: valueCounts,
  hottest: extremes,
  mostWorn: extremes,
  fastestWearing: extremes,
});

/** services' EndsOfWear. */
export const storedEndsOfWear = z.object({
  ends: z.array(
    z.object({
      ends: z.string(),
      count: whole,
      shares: z.array(z.object({ key: z.string(), count: whole })),
    }),
  ),
  of: z.array(z.object({ key: z.string(), name: z.string() })),
});
