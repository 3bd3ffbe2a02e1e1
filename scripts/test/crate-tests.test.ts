import { expect, it } from "vitest";
import { crateTests } from "./crate-tests.ts";

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
