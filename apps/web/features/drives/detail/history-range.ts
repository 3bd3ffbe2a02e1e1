import { parseAsStringLiteral } from "nuqs/server";

export const historyRanges = ["1h", "6h", "24h", "7d", "30d", "90d", "1y", "5y"] as const;
export const rangeParser = parseAsStringLiteral(historyRanges).withDefault("24h");
