import { celsiusOfKelvin, formatCount, formatPercent, formatTemperature, formatThroughput } from "../../units/units.ts";
import { type Criterion, fail, notAsked, notJudged, pass } from "../criterion.ts";

export const temperatureBelowWarning: Criterion = {
  id: "temperatureBelowWarning",
  name: "Temperature below the warning limit under load",
  limit: "below the drive's own warning temperature",
  source: "Identify Controller, WCTEMP; samples of SMART log 02h",
  judge: ({ heat: { kelvinMax, samples, warningKelvin } }) => {
    if (warningKelvin === "unknown") return notJudged("The drive's warning temperature is not known.");
    if (warningKelvin === undefined || warningKelvin === 0) return notAsked("The drive states no warning temperature.");
    if (kelvinMax === undefined || samples === 0) return notJudged("No temperature was sampled during the run.");
    const found = `${formatTemperature(kelvinMax).text} at most in ${formatCount(samples)} samples, warning at ${celsiusOfKelvin(warningKelvin)} °C`;
    return kelvinMax >= warningKelvin ? fail(found) : pass(found);
  },
};

/** Most that the throughput may lose over the soak, in percent of what it was at first. */
const throughputLossPercentMax = 20;
/** Shorter ones show nothing of heat. */
const soakSecondsMin = 60;

export const steadyThroughput: Criterion = {
  id: "steadyThroughput",
  name: "Throughput kept up under load",
  limit: `last quarter of the soak at most ${throughputLossPercentMax} % below the first`,
  source: "the excursion that the SNIA Performance Test Specification allows",
  judge: ({ soak }) => {
    if (soak === undefined || soak.length < soakSecondsMin) {
      return notJudged(`No point was measured for ${soakSecondsMin} s.`);
    }
    const quarter = Math.floor(soak.length / 4);
    const [first, last] = [mean(soak.slice(0, quarter)), mean(soak.slice(-quarter))];
    if (first === 0) return notJudged("Nothing was moved in the first quarter of the soak.");
    const loss = ((first - last) / first) * 100;
    const found = `${formatThroughput(first).text} at first, ${formatThroughput(last).text} at last`;
    const change = `${formatPercent(Math.abs(Math.round(loss * 10) / 10)).text} ${loss > 0 ? "less" : "more"}`;
    return loss > throughputLossPercentMax ? fail(`${found}, ${change}`) : pass(`${found}, ${change}`);
  },
};

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export const fullLink: Criterion = {
  id: "fullLink",
  name: "PCI Express link at full width and speed",
  limit: "the best that the drive has",
  source: "sysfs, current and maximum link",
  judge: ({ points }) => {
    const links = points.flatMap(({ link }) => link ?? []);
    const [any] = links;
    if (any === undefined) return notAsked("The drive has no PCI Express link that the kernel shows.");
    const narrow = links.find(({ now, best }) => now !== best);
    return narrow === undefined ? pass(any.now) : fail(`${narrow.now} of ${narrow.best}`);
  },
};
