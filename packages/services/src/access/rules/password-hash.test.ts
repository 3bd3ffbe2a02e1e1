import { setImmediate } from "node:timers/promises";
import { afterAll, describe, expect, it, vi } from "vitest";

// Other files have the module in the same process: it is loaded anew for this one, and for those that follow.
vi.resetModules();
vi.doMock("better-auth/crypto", () => ({
  hashPassword: async (password: string) => {
    await setImmediate();
    return `hash of ${password}`;
  },
  verifyPassword: async ({ hash, password }: { hash: string; password: string }) => hash === `hash of ${password}`,
}));
const { hashPassword, verifyPassword } = await import("./password-hash.ts");
afterAll(() => {
  vi.doUnmock("better-auth/crypto");
  vi.resetModules();
});

describe("hashing passwords", () => {
  it("is bounded: of two hundred at once 66 are done, the others refused, and it goes on afterwards", async () => {
    const attempts = await Promise.allSettled(Array.from({ length: 200 }, () => hashPassword("correct horse battery")));
    const refused = attempts.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(200 - 2 - 64);
    expect(refused[0]).toMatchObject({ reason: { code: "unavailable", retryAfterSeconds: 5 } });

    const hash = await hashPassword("correct horse battery");
    expect(await verifyPassword({ hash, password: "correct horse battery" })).toBe(true);
    expect(await verifyPassword({ hash, password: "wrong" })).toBe(false);
  });
});
