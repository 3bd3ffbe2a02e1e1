import { expect, it } from "vitest";
import { chooseTests, crateTests } from "./crate-tests.ts";

const artifact = {
  reason: "compiler-artifact",
  package_id: "path+file:///house/agent/crates/bench#crosspoint-bench@0.1.0",
  manifest_path: "/house/agent/crates/bench/Cargo.toml",
  target: { kind: ["test"], name: "devices" },
  profile: { test: true },
  executable: "/house/agent/target/debug/deps/devices-1",
};

it("finds the programs with tests among cargo's messages", () => {
  const messages = [
    artifact,
    { ...artifact, package_id: "path+file:///house/agent/crates/wire#0.1.0" },
    { ...artifact, executable: null },
    { ...artifact, profile: { test: false } },
    { reason: "build-finished", success: true },
  ];
  const lines = ["warning: not JSON", ...messages.map((message) => JSON.stringify(message)), ""];
  const bench = { name: "devices", program: artifact.executable, folder: "/house/agent/crates/bench" };
  expect(crateTests(lines.join("\n"))).toEqual([
    { crate: "crosspoint-bench", ...bench },
    { crate: "wire", ...bench },
  ]);
});

const tests = ["crosspoint-agent", "crosspoint-bench", "crosspoint-bench", "crosspoint-wire"].map((crate, index) => ({
  crate,
  name: `tests-${index}`,
  program: `/target/${index}`,
  folder: "/house",
}));
const chosen = (...args: string[]) => chooseTests(tests, args).map(({ name }) => name);

it("chooses the programs of the crates named, or of all others", () => {
  expect(chosen("crosspoint-bench", "crosspoint-wire")).toEqual(["tests-1", "tests-2", "tests-3"]);
  expect(chosen("--all-but", "crosspoint-bench")).toEqual(["tests-0", "tests-3"]);
  expect(chosen("--all-but")).toHaveLength(4);
});

it.each([
  ["crosspoint-bench", "crosspoint-agnet"],
  ["--all-but", "crosspoint-agnet"],
])("refuses %s %s: no test would run, or one too many", (...args) => {
  expect(() => chosen(...args)).toThrow(
    "No crate with tests is called crosspoint-agnet; there are crosspoint-agent, crosspoint-bench, crosspoint-wire.",
  );
});

it("refuses to choose none", () => {
  expect(() => chosen()).toThrow("Name crates, or --all-but with those to leave out.");
});
