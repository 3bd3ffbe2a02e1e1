/** FNV-1a of 64 bits. */
export function fingerprint(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const character of text) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(character.charCodeAt(0))) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, "0");
}
