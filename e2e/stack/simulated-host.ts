import { randomUUID } from "node:crypto";
import type {
  AgentEvent,
  AgentEventOf,
  Command,
  CommandsResponse,
  DriveIdentity,
  EnrollResponse,
  HostPolicy,
  NamespaceObservation,
  ReportResponse,
  SmartLog,
  VolumeObservation,
} from "@crosspoint/protocol";

export interface SimulatedDrive {
  readonly identity: DriveIdentity;
  readonly capacityBytes: number;
  readonly log?: Partial<SmartLog>;
  readonly namespace?: Partial<NamespaceObservation>;
}

/**
 * A host that this test speaks for over the real protocol, with drives that this machine does not have. For what the
 * pages show of a fleet; what a drive really does is tested in the lab.
 */
export class SimulatedHost {
  readonly hostId: string;
  readonly #gatewayUrl: string;
  readonly #key: string;
  readonly #hostname: string;

  private constructor(gatewayUrl: string, hostname: string, { hostId, agentKey }: EnrollResponse) {
    this.#hostname = hostname;
    this.#gatewayUrl = gatewayUrl;
    this.hostId = hostId;
    this.#key = agentKey;
  }

  static async enroll(gatewayUrl: string, token: string, hostname: string): Promise<SimulatedHost> {
    const body = { token, installationId: randomUUID(), hostname, agentVersion: "0.1.0" };
    return new SimulatedHost(gatewayUrl, hostname, await post<EnrollResponse>(`${gatewayUrl}/agent/v1/enroll`, body));
  }

  /** Reports these drives and volumes, all of them, and a sample of each drive. */
  async report(drives: readonly SimulatedDrive[], volumes: readonly VolumeObservation[] = []): Promise<void> {
    const timeMs = Date.now();
    const samples = drives.map(({ identity, log }): AgentEvent => {
      return { id: randomUUID(), timeMs, kind: "smart", drive: identity, log: { ...healthy, ...log } };
    });
    const inventory: AgentEvent = {
      id: randomUUID(),
      timeMs,
      kind: "inventory",
      drives: drives.map(observation),
      scratchFiles: [],
      volumes: [...volumes],
    };
    await this.tell([inventory, ...samples]);
  }

  /** Says what the host is, and what its policy file allows. */
  async reportPolicy(
    policy: HostPolicy,
    more: Partial<Pick<AgentEventOf<"environment">, "agentVersion" | "architecture" | "upgradeObstacle">> = {},
  ): Promise<void> {
    const environment: AgentEvent = {
      id: randomUUID(),
      timeMs: Date.now(),
      kind: "environment",
      hostname: this.#hostname,
      agentVersion: "0.1.0",
      kernel: "6.1.0",
      operatingSystem: "Debian GNU/Linux 12",
      cpuModel: "simulated",
      cpuCount: 8,
      memoryBytes: 1 << 30,
      nvmeCliVersion: "2.3",
      policy,
      eventsDropped: 0,
      ...more,
    };
    await this.tell([environment]);
  }

  /** Waits for the next command to this host and takes it on. */
  async takeCommand(): Promise<Command> {
    for (;;) {
      const answer = await fetch(`${this.#gatewayUrl}/agent/v1/commands?waitSeconds=20`, { headers: this.#headers() });
      const [command] = ((await answer.json()) as CommandsResponse).commands;
      if (command === undefined) continue;
      await this.answer(command, { outcome: "accepted" });
      return command;
    }
  }

  /** Reports what became of a command. */
  async answer(
    command: Command,
    word: Pick<AgentEventOf<"command">, "outcome" | "reason" | "nvmeStatus">,
  ): Promise<void> {
    await this.tell([{ id: randomUUID(), timeMs: Date.now(), kind: "command", commandId: command.id, ...word }]);
  }

  async tell(events: readonly AgentEvent[]): Promise<void> {
    const report = { agentTimeMs: Date.now(), events };
    const { accepted, refused } = await post<ReportResponse>(
      `${this.#gatewayUrl}/agent/v1/reports`,
      report,
      this.#headers(),
    );
    if (accepted !== report.events.length) throw new Error(`The report was refused: ${JSON.stringify(refused)}`);
  }

  #headers() {
    return { authorization: `Bearer ${this.#key}` };
  }
}

function observation({ identity, capacityBytes, namespace }: SimulatedDrive, index: number) {
  return {
    identity,
    firmware: "E2010325",
    controllerName: `nvme${index}`,
    transport: "pcie",
    pciAddress: `0000:${(0x5e + index).toString(16)}:00.0`,
    controller: {
      nvmeVersion: "1.2.0",
      controllerId: 0,
      subsystemNqn: "",
      warningTemperatureKelvin: 343,
      criticalTemperatureKelvin: 353,
      powerStates: [
        { index: 0, maxPowerMilliwatts: 18_000, nonOperational: false, entryLatencyUs: 0, exitLatencyUs: 0 },
      ],
      currentPowerState: 0,
      volatileWriteCache: false,
    },
    namespaces: [
      {
        nsid: 1,
        path: `/dev/nvme${index}n1`,
        sizeBytes: String(capacityBytes),
        utilizationBytes: String(capacityBytes),
        lbaFormats: [{ index: 0, dataBytes: 512, metadataBytes: 0, relativePerformance: 0 }],
        currentLbaFormat: 0,
        inUse: [],
        ...namespace,
      },
    ],
  };
}

const healthy: SmartLog = {
  criticalWarning: 0,
  compositeTemperatureKelvin: 311,
  availableSparePercent: 100,
  availableSpareThresholdPercent: 10,
  percentageUsed: 3,
  dataUnitsRead: "1200000",
  dataUnitsWritten: "32381395004",
  hostReadCommands: "900000",
  hostWriteCommands: "800000",
  controllerBusyTimeMinutes: "60",
  powerCycles: "12",
  powerOnHours: "26304",
  unsafeShutdowns: "2",
  mediaErrors: "0",
  errorLogEntries: "0",
  warningTemperatureTimeMinutes: 0,
  criticalTemperatureTimeMinutes: 0,
  temperatureSensorsKelvin: [],
};

async function post<Answer>(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}
