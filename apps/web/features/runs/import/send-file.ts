import type { Refusal } from "@crosspoint/api";
import type { ImportOutcome } from "@crosspoint/services/result/import";
import type { FileState, ImportedFile } from "./files";

/** What is said of every file. */
export interface ImportChoice {
  readonly driveId: string | undefined;
  readonly unit: "ns" | "us" | "ms" | undefined;
  readonly direction: "read" | "write" | undefined;
}

type Ended = Extract<FileState, { kind: "imported" | "refused" }>;

interface Sending {
  readonly file: ImportedFile;
  readonly choice: ImportChoice;
  readonly signal: AbortSignal;
  readonly onState: (state: FileState) => void;
}

/** While other files are read the server asks for a moment: so many times. */
const triesMax = 10;
const waitSecondsMax = 30;

/** Sends a file and waits for what became of it; never throws. */
export async function sendFile({ file, choice, signal, onState }: Sending): Promise<Ended> {
  const body = await bodyOf(file).catch(() => undefined);
  if (body === undefined) return refused("The file cannot be read. It may be a folder, or it has changed.");
  for (let tries = 1; ; tries += 1) {
    const answer = await post(addressOf(file, choice), body, { signal, onState });
    if (answer.status !== 429 || tries === triesMax || signal.aborted) return endOf(answer);
    await new Promise((resolve) => setTimeout(resolve, answer.retryAfterSeconds * 1000));
  }
}

/** Several logs are told apart by a line with the name of each. */
async function bodyOf({ parts }: ImportedFile): Promise<Blob> {
  const texts = await Promise.all(parts.map((part) => part.arrayBuffer()));
  if (texts.length === 1) return new Blob(texts);
  return new Blob(texts.flatMap((text, index) => [`# ${parts[index]?.name ?? ""}\n`, text, "\n"]));
}

function addressOf({ name }: ImportedFile, choice: ImportChoice): string {
  const said = Object.entries({ fileName: name, ...choice }).filter((entry): entry is [string, string] => {
    return entry[1] !== undefined;
  });
  return `/api/results?${new URLSearchParams(said)}`;
}

interface Answer {
  /** 0: there was none. */
  readonly status: number;
  readonly text: string;
  readonly retryAfterSeconds: number;
}

/** By XMLHttpRequest, which tells how much was sent. */
function post(address: string, body: Blob, { signal, onState }: Pick<Sending, "signal" | "onState">): Promise<Answer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open("POST", address);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.onprogress = ({ loaded, total }) =>
      onState(loaded < total ? { kind: "sending", share: loaded / total } : { kind: "reading" });
    request.upload.onload = () => onState({ kind: "reading" });
    request.onloadend = () => {
      signal.removeEventListener("abort", abort);
      const wait = Number(request.getResponseHeader("retry-after") ?? 1);
      const retryAfterSeconds = Math.min(Math.max(Number.isFinite(wait) ? wait : 1, 1), waitSecondsMax);
      resolve({ status: request.status, text: request.responseText, retryAfterSeconds });
    };
    onState({ kind: "sending", share: 0 });
    signal.addEventListener("abort", abort);
    if (signal.aborted) resolve({ status: 0, text: "", retryAfterSeconds: 1 });
    else request.send(body);
  });
}

function endOf({ status, text }: Answer): Ended {
  if (status === 0) return refused("The file was not sent whole: the connection was lost, or it was stopped.");
  const answer = parsed(text);
  if (status === 200 && answer !== undefined) return { kind: "imported", outcome: answer as unknown as ImportOutcome };
  const { message, refusal } = (answer ?? {}) as { message?: string; refusal?: Refusal };
  if (message === undefined) return refused(`The server answered with status ${status}, and not why.`);
  const [field] = refusal?.fields ?? [];
  return {
    kind: "refused",
    refusal: {
      message: field?.message ?? message,
      path: field?.path || undefined,
      remedy: refusal?.remedy,
      mayTryAgain: true,
    },
  };
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refused(message: string): Ended {
  return { kind: "refused", refusal: { message, mayTryAgain: true } };
}
