/** Bounds of what is read from a file of another tool: each refuses the file, or the part of it, and says so. */
export const importLimits = {
  /** A file, in bytes; fio's JSON+ of 256 jobs has some 12 MB. */
  fileBytes: 16 * 1024 * 1024,
  /** Values of all JSON documents of a file, containers included; they bound what it takes in memory. */
  jsonValues: 600_000,
  jsonDepth: 24,
  /** A text or a name in JSON: an encoded histogram may have so many, and one of a long run has tens of thousands. */
  textCharacters: 262_144,
  /** A number as it is written. */
  numberCharacters: 64,
  documents: 1000,
  /** Points of one file. */
  points: 1024,
  /** Remarks that are kept of one file; further ones are counted. */
  remarks: 200,
  /** Lines of a log. */
  lines: 200_000,
  /** Histograms of one .hlog, each decoded and added. */
  logHistograms: 20_000,
  /** All histograms of a file as they are before they are deflated, in bytes: what it takes to read them. */
  histogramBytes: 24 * 1024 * 1024,
  /** Ranges of all histograms that are kept of a file; each takes some hundred bytes of memory. */
  histogramRanges: 4_000_000,
  /** Percentiles stated of one direction. */
  percentiles: 64,
} as const;
