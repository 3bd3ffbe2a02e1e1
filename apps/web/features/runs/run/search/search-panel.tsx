import { useMemo } from "react";
import { PlotChart } from "@/charts/lazy";
import { Banner } from "@/ui/banner";
import { cn } from "@/ui/classes";
import { Panel } from "@/ui/panel";
import { paletteColor } from "@/ui/series-color";
import { findingWords } from "../finding-words";
import { raisedName, raisedValue } from "../raised-words";
import type { Run } from "../run-detail";
import { limitsSentence } from "./limits-sentence";
import { prepareSearch } from "./prepare-search";
import { SlicesTable } from "./slices-table";
import { disagrees, type SearchedTrials, searchesOf, type Trial } from "./trials";
import { TrialsTable } from "./trials-table";

/** What a search tried, and by which criterion each value passed or failed. */
export function SearchPanel({ run }: { run: Run }) {
  const searches = useMemo(() => searchesOf(run), [run]);
  return searches.map((search, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they come in their order, and none is ever taken back.
    <Panel key={index} title={`Search: ${raisedName(search.step.raise)}`} note={answerWords(search)}>
      <SearchBody run={run} search={search} />
    </Panel>
  ));
}

function answerWords({ finding, stepPath }: SearchedTrials): string {
  if (finding === undefined) return "not over";
  return findingWords({ stepPath, search: finding, rounds: undefined })?.verdict ?? "";
}

function SearchBody({ run, search }: { run: Run; search: SearchedTrials }) {
  const plots = useMemo(() => prepareSearch(search, paletteColor), [search]);
  const opposed = search.trials.filter(disagrees);
  const fileName = `${run.serial ?? "run"}-search`;
  return (
    <div className="grid gap-5">
      {opposed.length === 0 ? null : <Banner tone="watch" title={opposedWords(search, opposed)} />}
      <TrialsTable search={search} />
      {plots.length === 0 ? null : (
        <div className={cn("grid gap-x-8 gap-y-6", plots.length > 1 && "xl:grid-cols-2")}>
          {plots.map((plot, index) => (
            <PlotChart key={plot.title} plot={plot} fileName={`${fileName}-${index + 1}`} />
          ))}
        </div>
      )}
      <SlicesTable search={search} />
      <p className="text-muted text-table">{limitsSentence(search)}</p>
    </div>
  );
}

function opposedWords({ step }: SearchedTrials, trials: readonly Trial[]): string {
  const values = trials.map(({ value }) => raisedValue({ parameter: step.raise, value })).join(", ");
  return `The agent judged ${values} otherwise than the stored figures do: by them the answer would be another.`;
}
