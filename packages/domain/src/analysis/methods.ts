interface Method {
  /** As a page names it. */
  readonly name: string;
  readonly source: string;
}

/** Every method by which a result can have been found. A result names its own by the key. */
export const METHODS = {
  sniaSteadyState: {
    name: "SNIA steady state",
    source: "SNIA Solid State Storage Performance Test Specification 2.0.2 (2020), Steady State",
  },
  consistency: {
    name: "Deviation of the seconds",
    source: "Hardware.Info (2015): 10,000 s of random writes, deviation of the last 200 s",
  },
  littlesLaw: {
    name: "Little's law",
    source: "J. D. C. Little, A Proof for the Queuing Formula L = λW, Operations Research 9 (1961)",
  },
  studentT: { name: "Student's t", source: "Student, The Probable Error of a Mean, Biometrika 6 (1908)" },
  bca: {
    name: "Bootstrap (BCa)",
    source:
      "B. Efron, Better Bootstrap Confidence Intervals, Journal of the American Statistical Association 82 (1987)",
  },
  percentileBootstrap: {
    name: "Bootstrap (percentile)",
    source: "B. Efron, Bootstrap Methods: Another Look at the Jackknife, Annals of Statistics 7 (1979)",
  },
  movingBlocks: {
    name: "Moving block bootstrap",
    source:
      "H. R. Künsch, Annals of Statistics 17 (1989); block length by Politis and White, Econometric Reviews 23 (2004), corrected 28 (2009)",
  },
  shiftOfRepeats: {
    name: "Hodges-Lehmann shift of logarithms, Mann-Whitney test",
    source:
      "Hodges and Lehmann, Annals of Mathematical Statistics 34 (1963); Mann and Whitney, ibid. 18 (1947); Cliff, Psychological Bulletin 114 (1993)",
  },
  modifiedZScore: {
    name: "Modified z-score",
    source: "Iglewicz and Hoaglin, How to Detect and Handle Outliers (1993); NIST/SEMATECH e-Handbook 1.3.5.17",
  },
  act: {
    name: "Aerospike ACT",
    source: "aerospike/act README, Device Pass/Fail Criteria",
  },
  saturation: {
    name: "Lowest depth with 95 % of the peak",
    source: "Crosspoint's own; depths as AnandTech sweeps them (2017)",
  },
  geometricMean: {
    name: "Geometric mean of ratios",
    source: "Fleming and Wallace, How Not to Lie with Statistics, Communications of the ACM 29 (1986)",
  },
  eDivisive: {
    name: "E-divisive change points",
    source:
      "Matteson and James, Journal of the American Statistical Association 109 (2014); Fleming et al., Hunter, ICPE 2023",
  },
} as const satisfies Record<string, Method>;

export type MethodId = keyof typeof METHODS;
