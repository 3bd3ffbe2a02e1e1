import { useEffect, useRef, useState } from "react";
import { type FileState, type ImportedFile, joinLogs, takeFiles } from "./files";
import { type ImportChoice, sendFile } from "./send-file";

/** The chosen files and what becomes of them: sent one after the other; what is wrong with one does not stop the others. */
export function useImports() {
  const [files, setFiles] = useState<readonly ImportedFile[]>([]);
  const [problem, setProblem] = useState<string>();
  const [sender, setSender] = useState<AbortController>();
  // Whoever leaves the page sends no more.
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);

  const setState = (id: number, state: FileState) =>
    setFiles((now) => now.map((file) => (file.id === id ? { ...file, state } : file)));
  const start = async (chosen: readonly ImportedFile[], choice: ImportChoice) => {
    const controller = new AbortController();
    current.current = controller;
    setSender(controller);
    for (const file of chosen) {
      if (controller.signal.aborted) break;
      const onState = (state: FileState) => setState(file.id, state);
      setState(file.id, await sendFile({ file, choice, signal: controller.signal, onState }));
    }
    setSender(undefined);
  };
  return {
    files,
    problem,
    isSending: sender !== undefined,
    add: (chosen: readonly File[]) => {
      const taken = takeFiles(files, chosen);
      setFiles(taken.files);
      setProblem(taken.problem);
    },
    join: (name: string) => setFiles((now) => joinLogs(now, name)),
    remove: (id: number) => setFiles((now) => now.filter((file) => file.id !== id)),
    clear: () => {
      setFiles([]);
      setProblem(undefined);
    },
    send: (choice: ImportChoice) =>
      void start(
        files.filter(({ state }) => state.kind === "ready"),
        choice,
      ),
    sendAgain: (file: ImportedFile, choice: ImportChoice) => void start([file], choice),
    stop: () => sender?.abort(),
  };
}
