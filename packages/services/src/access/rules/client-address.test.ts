import { describe, expect, it } from "vitest";
import { addressGroup, clientAddress, parseTrustedProxies } from "./client-address.ts";

const from = (remoteAddress: string | undefined, forwardedFor: string | undefined, proxies: string) =>
  clientAddress({ remoteAddress, forwardedFor }, parseTrustedProxies(proxies));

describe("clientAddress", () => {
  it("believes nobody's X-Forwarded-For by default", () => {
    expect(from("198.51.100.7", "203.0.113.9", "")).toBe("198.51.100.7");
    expect(from("127.0.0.1", "203.0.113.9", "")).toBe("127.0.0.1");
    expect(from(undefined, "203.0.113.9", "")).toBe("unknown");
  });

  it("believes a trusted proxy, and only what it and other trusted ones appended", () => {
    expect(from("10.0.0.2", "203.0.113.9", "10.0.0.2")).toBe("203.0.113.9");
    expect(from("10.0.0.2", "1.1.1.1, 203.0.113.9", "10.0.0.0/8")).toBe("203.0.113.9");
    expect(from("10.0.0.2", "1.1.1.1, 203.0.113.9, 10.9.9.9", "10.0.0.0/8")).toBe("203.0.113.9");
    expect(from("fd00::2", "2001:db8::1", "fd00::/8")).toBe("2001:db8::1");
  });

  it("stays at the last address that it knows where the header is missing or no address", () => {
    expect(from("10.0.0.2", undefined, "10.0.0.2")).toBe("10.0.0.2");
    expect(from("10.0.0.2", "203.0.113.9, not an address", "10.0.0.2")).toBe("10.0.0.2");
    expect(from("10.0.0.2", "10.0.0.3", "10.0.0.0/8")).toBe("10.0.0.3");
  });

  it("takes IPv4 within IPv6, as a dual-stack socket names it, for IPv4", () => {
    expect(from("::ffff:10.0.0.2", "::FFFF:203.0.113.9", "10.0.0.2")).toBe("203.0.113.9");
  });

  it("reads an address with a port, as some proxies append it", () => {
    expect(from("10.0.0.2", "203.0.113.9:50812", "10.0.0.2")).toBe("203.0.113.9");
    expect(from("10.0.0.2", "1.1.1.1, [2001:DB8::1]:443, 10.0.0.3:8080", "10.0.0.0/8")).toBe("2001:db8::1");
    expect(from("10.0.0.2", "[2001:db8::1]", "10.0.0.2")).toBe("2001:db8::1");
    expect(from("10.0.0.2", "203.0.113.9:x", "10.0.0.2")).toBe("10.0.0.2");
  });

  it("takes both spellings of IPv4 within IPv6 for one address", () => {
    expect(from("10.0.0.2", "::ffff:cb00:7109", "10.0.0.2")).toBe("203.0.113.9");
    expect(from("::ffff:a00:2", "203.0.113.9", "10.0.0.2")).toBe("203.0.113.9");
  });

  it("names the entry of TRUSTED_PROXIES that is no address and no network", () => {
    for (const wrong of ["proxy.example.net", "10.0.0.0/33", "10.0.0.0/8/8", "10.0.0.0/", "fd00::/129"]) {
      expect(() => parseTrustedProxies(`10.0.0.1, ${wrong}`), wrong).toThrow(`TRUSTED_PROXIES: ${wrong} is neither`);
    }
    expect(() => parseTrustedProxies("10.0.0.1 ".repeat(257))).toThrow("more than 256");
  });
});

describe("addressGroup", () => {
  it("is the address for IPv4 and the /64 for IPv6", () => {
    expect(addressGroup("203.0.113.9")).toBe("203.0.113.9");
    expect(addressGroup("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64");
    expect(addressGroup("2001:db8::6")).toBe("2001:db8:0:0::/64");
    expect(addressGroup("2001:0db8::1:2:3:4")).toBe("2001:db8:0:0::/64");
    expect(addressGroup("::1")).toBe("0:0:0:0::/64");
    expect(addressGroup("unknown")).toBe("unknown");
  });
});
