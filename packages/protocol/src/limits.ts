/** The limits of protocol version 1. The gateway enforces them; the agent stays below them. */
export const protocolLimits = {
  /** Largest body of a request before decompression and after it, in bytes. */
  bodyBytes: 4 * 1024 * 1024,
  eventsPerReport: 1000,
  drivesPerHost: 1024,
  namespacesPerDrive: 128,
  scratchFilesPerHost: 16,
  volumesPerHost: 128,
  membersPerVolume: 64,
  policyRules: 64,
  policyActions: 16,
  /** OWPASS has four bits, and its 0 means 16. */
  overwritePasses: 16,
  usesPerNamespace: 128,
  mountsPerUse: 16,
  queuesPerController: 512,
  numaNodesPerHost: 64,
  pointsPerRun: 4096,
  selfTestsPerRun: 4096,
  /** Steps of one list. */
  stepsPerPlan: 64,
  /** Steps of a plan, with those within others. */
  stepsInAll: 256,
  /** How deep steps may stand in steps. */
  stepNesting: 8,
  valuesPerAxis: 64,
  /** Most rounds of a point on its way to steady state, and of a step that repeats its body. */
  rounds: 1000,
  preconditionSteps: 16,
  streamsPerPoint: 8,
  slicesPerPoint: 256,
  /** Measurements of one point, begun anew after its host went down. */
  pointAttempts: 8,
  /** Latencies above which the operations of each slice are counted. */
  thresholdsPerSlice: 8,
  /** Figures that a steady state is judged by. */
  trackedPerRounds: 8,
  criteriaPerSearch: 16,
  /** Values between the ends of a search. */
  searchValues: 1_000_000,
  /** How often a search tries its answer again. */
  confirmationsPerSearch: 4,
  /** Values of a setting that a plan goes through, or that a drive offers. */
  settingValues: 32,
  /** Longest ramp and longest measured time of one point, in seconds: a week. */
  pointSeconds: 604_800,
  /** Largest block, in bytes. */
  blockBytes: 67_108_864,
  threadsPerPoint: 256,
  /** Sessions of a database that run at the same time. */
  databaseClients: 1024,
  /** Settings of a database server that a point names. */
  databaseSettings: 48,
  /** Intervals of the timeline of a database point. */
  databaseIntervals: 3600,
  queueDepthPerThread: 4096,
  /** One base64 histogram: 1 ns to 10 minutes at 3 digits, deflated, stays well below. */
  histogramCharacters: 262_144,
  warningsPerMessage: 64,
  /** Longest hold of one long poll, in seconds. */
  longPollSeconds: 30,
  commandsPerPoll: 16,
  /** The agent's programs for one processor, compressed: some 6 MB. */
  agentArchiveBytes: 64 * 1024 * 1024,
  /** What a person typed to have data destroyed: a serial, or those of all drives of a volume. */
  confirmationCharacters: 64 * 66,
} as const;
