import { createHash, randomBytes } from "node:crypto";

/** A random secret of 256 bits with a prefix that tells people and scanners what it is. */
export function newSecret(prefix: "cpk" | "cpe" | "cps" | "cpr" | "cpc" | "cpa"): string {
  return `${prefix}_${randomBytes(32).toString("base64url")}`;
}

/**
 * SHA-256, hex. Enough for secrets of 256 random bits, which no one can guess from the hash; passwords of people are
 * hashed by better-auth with scrypt.
 */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
