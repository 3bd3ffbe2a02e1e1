import { Panel } from "@/ui/panel";
import type { Run } from "../../run/run-detail";
import { departuresOf } from "./departures";

/** What a reader has to know before comparing the figures with another report's. */
export function DeparturesPanel({ run }: { run: Run }) {
  const { ofPlan, ofRun } = departuresOf(run);
  return (
    <Panel title="Departures from the specification">
      <div className="grid gap-3">
        <Sentences title="Of the plan" sentences={ofPlan} none="None is stated." />
        <Sentences title="Of this run" sentences={ofRun} none="None." />
      </div>
    </Panel>
  );
}

function Sentences({ title, sentences, none }: { title: string; sentences: readonly string[]; none: string }) {
  return (
    <div>
      <h3 className="font-medium">{title}</h3>
      {sentences.length === 0 ? (
        <p className="text-muted">{none}</p>
      ) : (
        <ul className="list-disc pl-5">
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
