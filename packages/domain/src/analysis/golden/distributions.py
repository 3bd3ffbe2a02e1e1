"""Writes distributions.json beside this file, by scipy alone. Needs: pip install scipy==1.17.1"""
import json
import os

from scipy.stats import norm, t

ZS = [0, 1e-8, 0.1, 0.5, 1, 1.959963984540054, 2.5, 2.999, 3, 3.001, 4, 6, 8, 12, 20, 37, -0.5, -2, -6]
PROBABILITIES = [1e-300, 1e-12, 0.001, 0.025, 0.05, 0.25, 0.5, 0.75, 0.975, 0.999, 1 - 1e-9]
TS = [0, 0.01, 0.5, 1, 2, 2.7764451051977987, 5, 10, 60, 1000]
DEGREES = [1, 1.5, 2, 3.7, 4, 9, 30, 199.5, 10_000]
CONFIDENCES = [0.5, 0.9, 0.95, 0.99, 0.999]

golden = {
    "normal": [{"z": z, "upperTail": norm.sf(z), "cdf": norm.cdf(z)} for z in ZS],
    "normalQuantiles": [{"probability": p, "z": norm.ppf(p)} for p in PROBABILITIES],
    "student": [{"t": x, "degreesOfFreedom": v, "p": 2 * t.sf(x, v)} for x in TS for v in DEGREES if t.sf(x, v) > 1e-290],
    "studentCritical": [
        {"confidence": c, "degreesOfFreedom": v, "t": t.ppf(0.5 + c / 2, v)} for c in CONFIDENCES for v in DEGREES
    ],
}
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "distributions.json"), "w", encoding="utf-8") as file:
    json.dump(golden, file, indent=1)
    file.write("\n")
