/** Status codes that drives report of errors, by type and code: NVM Express Base Specification 2.0, figures 94 to 98. */
const STATUS_WORDS: Readonly<Record<number, string>> = {
  0: "Successful completion",
  1: "Invalid command opcode",
  2: "Invalid field in command",
  3: "Command ID conflict",
  4: "Data transfer error",
  5: "Aborted due to power loss",
  6: "Internal error",
  7: "Abort requested",
  11: "Invalid namespace or format",
  12: "Command sequence error",
  28: "Sanitize failed",
  29: "Sanitize in progress",
  32: "Namespace is write protected",
  128: "LBA out of range",
  129: "Capacity exceeded",
  130: "Namespace not ready",
  132: "Format in progress",
  262: "Invalid firmware slot",
  263: "Invalid firmware image",
  265: "Invalid log page",
  266: "Invalid format",
  269: "Feature not saveable",
  270: "Feature not changeable",
  640: "Write fault",
  641: "Unrecovered read error",
  642: "End-to-end guard check error",
  643: "End-to-end application tag check error",
  644: "End-to-end reference tag check error",
  645: "Compare failure",
  646: "Access denied",
  647: "Deallocated or unwritten logical block",
};

const TYPE_WORDS = ["generic", "command specific", "media and data integrity", "path related"] as const;

/** A status field without its phase tag (code in bits 7:0, code type in 10:8) in words and figures. */
export function nvmeStatusText(status: number): string {
  const [code, type] = [status & 0xff, (status >> 8) & 0x7];
  const figures = `type ${type}h, code ${code.toString(16).padStart(2, "0").toUpperCase()}h`;
  const known = STATUS_WORDS[(type << 8) | code];
  return known === undefined ? `${typeWords(type)} (${figures})` : `${known} (${figures})`;
}

function typeWords(type: number): string {
  return `Unnamed ${TYPE_WORDS[type] ?? "vendor specific"} status`;
}
