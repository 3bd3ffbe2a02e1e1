import { randomUUID } from "node:crypto";
import type { AgentEventOf, BenchmarkPlan, Command } from "@crosspoint/protocol";
import type { GatewayDouble } from "../gateway-double.ts";

/** Of what is waited for; no longer than the agent is silent on every run: each measures a second at a time, and the longest pause is a format. */
const LIMITS = { limitMs: 480_000, silenceMs: 120_000 };

type Finished = AgentEventOf<"pointFinished">;

/** A run on a drive of the virtual host, as the agent tells of it. */
export class LabRun {
  readonly runId = randomUUID();
  readonly #commandId = randomUUID();
  readonly #gateway: GatewayDouble;
  readonly serial: string;

  /** Asks the agent to run a plan on a drive. */
  constructor(gateway: GatewayDouble, serial: string, steps: BenchmarkPlan["steps"]) {
    this.#gateway = gateway;
    this.serial = serial;
    const plan: BenchmarkPlan = { id: "lab", name: `Lab ${serial}`, readsOnly: false, steps };
    const command: Command = {
      kind: "startBenchmark",
      id: this.#commandId,
      runId: this.runId,
      target: { kind: "namespace", drive: { pciVendorId: 0x1b36, model: "QEMU NVMe Ctrl", serial }, nsid: 1 },
      plan,
      confirmedSerial: serial,
      parallelOnHost: true,
    };
    gateway.offer(command);
  }

  get started(): AgentEventOf<"pointStarted">[] {
    return this.#gateway.eventsOf("pointStarted").filter(({ runId }) => runId === this.runId);
  }

  get finished(): Finished[] {
    return this.#gateway.eventsOf("pointFinished").filter(({ runId }) => runId === this.runId);
  }

  get seconds(): AgentEventOf<"pointSecond">[] {
    return this.#gateway.eventsOf("pointSecond").filter(({ runId }) => runId === this.runId);
  }

  get progress(): AgentEventOf<"commandProgress">[] {
    return this.#gateway.eventsOf("commandProgress").filter(({ commandId }) => commandId === this.#commandId);
  }

  /** What its searches and rounds came to. */
  get findings(): AgentEventOf<"runFinding">[] {
    return this.#gateway.eventsOf("runFinding").filter(({ runId }) => runId === this.runId);
  }

  get selfTests(): AgentEventOf<"runSelfTest">[] {
    return this.#gateway.eventsOf("runSelfTest").filter(({ runId }) => runId === this.runId);
  }

  /** What the drive counted before and after. */
  get counters(): AgentEventOf<"runCounters">[] {
    return this.#gateway.eventsOf("runCounters").filter(({ runId }) => runId === this.runId);
  }

  get ends(): AgentEventOf<"runFinished">[] {
    return this.#gateway.eventsOf("runFinished").filter(({ runId }) => runId === this.runId);
  }

  /** Waits until the run is measuring a point, or several that run side by side. */
  async measures(sequence: number): Promise<void> {
    await this.until(`point ${sequence}`, () => this.seconds.some(({ pointSequence }) => pointSequence === sequence));
  }

  /** Waits for the run's end. */
  async end(): Promise<AgentEventOf<"runFinished">> {
    return await this.until("the end", () => this.ends[0]);
  }

  /** Waits for something that the agent tells of the run. */
  async until<T>(what: string, look: () => T | undefined | false): Promise<T> {
    const lookUnlessDeclined = () => {
      const words = this.#gateway.eventsOf("command").filter(({ commandId }) => commandId === this.#commandId);
      const declined = words.find(({ outcome }) => outcome === "declined");
      if (declined) throw new Error(`The run on ${this.serial} was declined: ${declined.reason}`);
      return look();
    };
    return await this.#gateway.until(`${what} of the run on ${this.serial}`, lookUnlessDeclined, LIMITS);
  }
}
