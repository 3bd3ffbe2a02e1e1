import { describe, expect, it } from "vitest";
import { SignInGuard } from "./sign-in-guard.ts";

const never = async () => false;
const always = async () => true;

describe("SignInGuard", () => {
  it("lets five wrong passwords of an account through from one address, then one each half minute", async () => {
    const guard = new SignInGuard();
    const attempt = { account: "ada@example.net", address: "203.0.113.9" };
    for (let time = 0; time < 5; time += 1) expect(await guard.admit(attempt, 0, never)).toBe(0);
    expect(await guard.admit(attempt, 0, always)).toBe(30_000);
    expect(await guard.admit(attempt, 30_000, never)).toBe(0);
    expect(await guard.admit({ ...attempt, address: "203.0.113.10" }, 30_000, never)).toBe(0);
  });

  it("counts the addresses of one IPv6 network as one", async () => {
    const guard = new SignInGuard();
    const waits: number[] = [];
    for (let host = 1; host <= 6; host += 1) {
      waits.push(await guard.admit({ account: "ada@example.net", address: `2001:db8::${host}` }, 0, never));
    }
    expect(waits).toEqual([0, 0, 0, 0, 0, 30_000]);
  });

  it("bounds one address that tries many accounts", async () => {
    const guard = new SignInGuard();
    for (let name = 0; name < 20; name += 1) {
      expect(await guard.admit({ account: `${name}@example.net`, address: "203.0.113.9" }, 0, never)).toBe(0);
    }
    expect(await guard.admit({ account: "next@example.net", address: "203.0.113.9" }, 0, never)).toBe(6000);
  });

  it("slows an account that is tried from everywhere, and lets its owner in from where they signed in before", async () => {
    const guard = new SignInGuard();
    const account = "ada@example.net";
    for (let host = 0; host < 20; host += 1) await guard.admit({ account, address: `203.0.113.${host}` }, 0, never);
    expect(await guard.admit({ account, address: "198.51.100.1" }, 0, never)).toBe(30_000);
    expect(await guard.admit({ account, address: "198.51.100.1" }, 0, always)).toBe(0);
    expect(await guard.admit({ account: "ben@example.net", address: "198.51.100.1" }, 0, never)).toBe(0);
  });

  it("counts no right password: a whole office signs in from one address", async () => {
    const guard = new SignInGuard();
    for (let name = 0; name < 100; name += 1) {
      const attempt = { account: `${name}@example.net`, address: "203.0.113.9" };
      expect(await guard.admit(attempt, 0, never)).toBe(0);
      guard.succeeded(attempt);
    }
  });

  it("forgets no wrong password for an attempt that could not be checked", async () => {
    const guard = new SignInGuard();
    const attempt = { account: "ada@example.net", address: "203.0.113.9" };
    for (let time = 0; time < 4; time += 1) await guard.admit(attempt, 0, never);
    for (let time = 0; time < 3; time += 1) {
      expect(await guard.admit(attempt, 0, never)).toBe(0);
      guard.notChecked(attempt);
    }
    expect(await guard.admit(attempt, 0, never)).toBe(0);
    expect(await guard.admit(attempt, 0, never)).toBe(30_000);
  });
});
