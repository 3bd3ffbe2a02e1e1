import { BlockList, isIP } from "node:net";

/** A list past this is a mistake, and each request looks through it. */
const maxProxies = 256;
/** A chain of proxies longer than this is not followed. */
const maxHops = 16;

/** The reverse proxies whose X-Forwarded-For is believed. */
export type TrustedProxies = BlockList;

/**
 * Reads TRUSTED_PROXIES: addresses and networks ("10.0.0.2, 192.0.2.0/24, fd00::/8"), by commas or spaces. Empty: none.
 * Throws an Error that names the entry that is neither.
 */
export function parseTrustedProxies(text: string | undefined): TrustedProxies {
  const entries = (text ?? "").split(/[\s,]+/).filter((entry) => entry !== "");
  if (entries.length > maxProxies) throw new Error(`TRUSTED_PROXIES has more than ${maxProxies} entries.`);
  const proxies = new BlockList();
  for (const entry of entries) addEntry(proxies, entry);
  return proxies;
}

function addEntry(proxies: BlockList, entry: string): void {
  const [address = "", prefix, ...rest] = entry.split("/");
  const family = familyOf(address);
  const bits = prefix === undefined ? undefined : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  const isNetwork = bits === undefined || bits <= (family === "ipv4" ? 32 : 128);
  if (family === undefined || !isNetwork || rest.length > 0) {
    throw new Error(`TRUSTED_PROXIES: ${entry} is neither an address nor a network such as 10.0.0.0/8.`);
  }
  if (bits === undefined) proxies.addAddress(address, family);
  else proxies.addSubnet(address, bits, family);
}

/**
 * Who sent a request: the address at the other end of the connection, or, where that is a trusted proxy, the nearest
 * address of X-Forwarded-For that is none. Only what trusted proxies appended is believed: what stands left of it may
 * have been sent by anyone.
 */
export function clientAddress(
  connection: { readonly remoteAddress: string | undefined; readonly forwardedFor: string | undefined },
  proxies: TrustedProxies,
): string {
  let address = normalized(connection.remoteAddress ?? "") ?? "unknown";
  const hops = (connection.forwardedFor ?? "").split(",").slice(-maxHops);
  while (isTrusted(address, proxies)) {
    const next = normalized(hops.pop()?.trim() ?? "");
    if (next === undefined) break;
    address = next;
  }
  return address;
}

/** What limits count by: an IPv4 address, or the /64 of an IPv6 one, of which one customer has all addresses. */
export function addressGroup(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  if (tail !== undefined) {
    const after = tail === "" ? [] : tail.split(":");
    while (groups.length + after.length < 8) groups.push("0");
    groups.push(...after);
  }
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/64`;
}

function isTrusted(address: string, proxies: TrustedProxies): boolean {
  const family = familyOf(address);
  return family !== undefined && proxies.check(address, family);
}

/** "203.0.113.9:50812", "[2001:db8::1]:443", "[2001:db8::1]": some proxies append the port as well. */
const withPort = /^(?:\[(?<ipv6>[^\]]+)\](?::\d+)?|(?<ipv4>\d+\.\d+\.\d+\.\d+):\d+)$/;

/** One spelling of an address; undefined for what is none. IPv4 in IPv6 (::ffff:192.0.2.1) is IPv4. */
function normalized(text: string): string | undefined {
  const { ipv4, ipv6 } = withPort.exec(text)?.groups ?? {};
  const address = (ipv4 ?? ipv6 ?? text).replace(/%.*$/, "").toLowerCase();
  if (isIP(address) === 0) return undefined;
  const mapped = /^::ffff:(?:([\d.]+)|([\da-f]{1,4}):([\da-f]{1,4}))$/.exec(address);
  if (mapped === null) return address;
  const [, dotted, high = "", low = ""] = mapped;
  const halves = [high, low].map((half) => Number.parseInt(half, 16));
  return dotted ?? halves.flatMap((half) => [half >> 8, half & 255]).join(".");
}

function familyOf(address: string): "ipv4" | "ipv6" | undefined {
  const version = isIP(address);
  return version === 0 ? undefined : version === 4 ? "ipv4" : "ipv6";
}
