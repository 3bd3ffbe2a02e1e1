import { describe, expect, it } from "vitest";
import { pageToReturnTo, signedOutReason, signInAddress } from "./sign-in-address";

describe("pageToReturnTo", () => {
  it.each(["/drives/7f1c?range=7d", "/compare?m=a&m=b#table", "/hosts"])("keeps %s", (page) => {
    expect(pageToReturnTo(page)).toBe(page);
  });

  it.each([
    "https://evil.example/drives",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/..//evil.example",
    "/.//evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "blob:http://crosspoint.invalid/drives",
    "http://[",
    `/${"x".repeat(2000)}`,
  ])("goes home instead of to %s", (address) => {
    expect(pageToReturnTo(address)).toBe("/fleet");
  });

  it.each([undefined, "", "/", "/sign-in?to=/drives", "/setup?token=x", "/api/trpc/access.signOut"])(
    "goes home where %s is no page to come back to",
    (address) => {
      expect(pageToReturnTo(address)).toBe("/fleet");
    },
  );
});

describe("signInAddress", () => {
  it("names the page to come back to, and why", () => {
    expect(signInAddress("/drives/7f1c?range=7d")).toBe("/sign-in?to=%2Fdrives%2F7f1c%3Frange%3D7d");
    expect(signInAddress("/hosts", "ended")).toBe("/sign-in?to=%2Fhosts&why=ended");
  });

  it("is bare where there is nothing to say", () => {
    expect(signInAddress("/fleet")).toBe("/sign-in");
    expect(signInAddress(undefined)).toBe("/sign-in");
  });
});

it("reads a reason that it knows, and no other", () => {
  expect(["ended", "hacked", ["ended"], undefined].map(signedOutReason)).toEqual([
    "ended",
    undefined,
    undefined,
    undefined,
  ]);
});
