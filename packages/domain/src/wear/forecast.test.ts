import { describe, expect, it } from "vitest";
import { seededDraw } from "../analysis/random.ts";
import { forecastWear, type WearDay, type WearForecast } from "./forecast.ts";

/** A drive whose days differ, hang together and are fewer at weekends, until its rating is used up. */
function lifeOf(seed: number, { observedDays, percentPerYear }: { observedDays: number; percentPerYear: number }) {
  const draw = seededDraw(seed);
  const uniform = () => (draw(2 ** 30) + 0.5) / 2 ** 30;
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  const bytesPerPercent = 1e13 * (0.5 + uniform());
  let used = 20 + 50 * uniform();
  let mood = normal() / 0.9;
  const days: WearDay[] = [];
  for (let day = 0; used < 100; day += 1) {
    mood = 0.45 * mood + normal();
    const today = (percentPerYear / 365) * Math.exp(0.6 * mood - 0.22) * (day % 7 < 5 ? 1.16 : 0.6);
    used += today;
    if (day < observedDays) days.push({ day, percent: Math.floor(used), bytesWritten: today * bytesPerPercent });
    else if (used >= 100) return { days, end: day };
  }
  return { days, end: days.length };
}

const holds = (forecast: WearForecast, end: number) =>
  forecast.kind === "forecast" &&
  forecast.earliestDay <= end &&
  (forecast.latestDay ?? Number.POSITIVE_INFINITY) >= end;

const withoutWrites = (days: readonly WearDay[]) => days.map(({ day, percent }) => ({ day, percent }));

describe("forecastWear", () => {
  it.each([
    { observedDays: 45, percentPerYear: 60 },
    { observedDays: 90, percentPerYear: 24 },
    { observedDays: 90, percentPerYear: 60 },
    { observedDays: 365, percentPerYear: 12 },
  ])("holds the true end of 90 of 100 drives or more, $observedDays days seen, $percentPerYear % a year", (life) => {
    const lives = Array.from({ length: 100 }, (_, seed) => lifeOf(seed + 1, life));
    expect(lives.filter(({ days, end }) => holds(forecastWear(days, 100), end)).length).toBeGreaterThanOrEqual(90);
    const bySteps = lives.filter(({ days, end }) => holds(forecastWear(withoutWrites(days), 100), end));
    expect(bySteps.length).toBeGreaterThanOrEqual(90);
  });

  it("is narrower the longer a drive was watched", () => {
    const widthAfter = (observedDays: number) => {
      const found = forecastWear(lifeOf(7, { observedDays, percentPerYear: 24 }).days, 100);
      if (found.kind !== "forecast") throw new Error(found.kind);
      return (found.latestDay ?? Number.POSITIVE_INFINITY) - found.earliestDay;
    };
    expect(widthAfter(365)).toBeLessThan(widthAfter(90) / 2);
  });

  it("has no date before three whole percents, and names the day on which the limit was reached", () => {
    const flat = [0, 1, 2, 3].map((day) => ({ day, percent: 4 + Math.floor(day / 2) }));
    expect(forecastWear(flat, 100)).toEqual({ kind: "tooLittle", of: "percentSteps", needs: 3, has: 1 });
    expect(forecastWear([], 100)).toEqual({ kind: "tooLittle", of: "percentSteps", needs: 3, has: 0 });
    expect(
      forecastWear(
        [
          { day: 3, percent: 99 },
          { day: 9, percent: 101 },
        ],
        100,
      ),
    ).toEqual({ kind: "reached", day: 9 });
    expect(forecastWear([{ day: 3, percent: 255 }], 105)).toEqual({ kind: "reached", day: 3 });
  });

  it("says by what it shows how much the days differ", () => {
    const { days } = lifeOf(3, { observedDays: 90, percentPerYear: 60 });
    expect(forecastWear(days, 100)).toMatchObject({ basedOn: "writes", days: 89 });
    expect(forecastWear(withoutWrites(days), 100)).toMatchObject({ basedOn: "percentageUsed", days: 89 });
  });
});
