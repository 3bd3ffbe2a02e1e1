/** Words that name no drive of a maker: "SSD" and "DC" are in most of its names. */
const saysNothing = new Set(["SSD", "DC"]);

/** "Optane P4800X" for "Intel Optane SSD DC P4800X", as people call it; the catalog keeps the full name. */
export function shortProductName(name: string): string {
  const words = name.split(" ").filter((word) => !saysNothing.has(word));
  return words.join(" ").replace(/^Intel Optane\b/, "Optane");
}
