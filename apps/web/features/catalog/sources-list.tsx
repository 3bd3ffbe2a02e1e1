import { ExternalLink } from "lucide-react";
import type { Outputs } from "@/api/client";
import { Definition, DefinitionList } from "@/ui/definition-list";
import { Panel } from "@/ui/panel";

type Summary = Outputs["catalog"]["sources"][number];
type System = NonNullable<Summary["source"]["testSystem"]>;

/** Where every figure comes from, and on what it was measured there. */
export function SourcesList({ sources }: { sources: readonly Summary[] }) {
  return (
    <>
      {sources.map(({ source, rows }) => (
        <div key={source.id} id={source.id} className="scroll-mt-16 rounded-lg target:ring-2 target:ring-accent">
          <Panel title={source.title}>
            <div className="grid gap-x-10 gap-y-4 lg:grid-cols-2">
              <DefinitionList>
                <Definition term="Publisher">{source.publisher}</Definition>
                {source.author ? <Definition term="Author">{source.author}</Definition> : null}
                {source.published ? <Definition term="Published">{source.published}</Definition> : null}
                <Definition term="Kind">
                  {source.kind}
                  {source.language ? `, in ${languageName(source.language)}` : ""}
                </Definition>
                <Definition term="Published results">
                  {rows === 0 ? "none; defines methods" : `${rows} ${rows === 1 ? "result" : "results"}`}
                </Definition>
                {source.url ? (
                  <Definition term="Address">
                    <a
                      href={source.url}
                      rel="noreferrer"
                      target="_blank"
                      className="inline-flex items-center gap-1 break-all text-accent hover:underline"
                    >
                      {new URL(source.url).host} <ExternalLink className="size-3.5 shrink-0" aria-hidden />
                    </a>
                  </Definition>
                ) : null}
                {source.note ? <Definition term="Note">{source.note}</Definition> : null}
              </DefinitionList>
              {source.testSystem ? (
                <TestSystem system={source.testSystem} />
              ) : (
                <p className="text-muted text-table">Test system not stated.</p>
              )}
            </div>
          </Panel>
        </div>
      ))}
    </>
  );
}

function TestSystem({ system }: { system: System }) {
  const entries = [
    ["System", system.system],
    ["Motherboard", system.motherboard],
    ["Chipset", system.chipset],
    ["CPU", system.cpu],
    ["Memory", system.memory],
    ["Kernel", system.kernel],
    ["Operating system", system.os],
    ["Driver", system.driver],
    ["Drive firmware", system.driveFirmware],
    ["Tool", system.tool],
    ["Database test", system.oltp],
    ["Notes", system.notes.join("; ") || undefined],
  ] as const;
  return (
    <DefinitionList>
      {entries
        .filter(([, value]) => value !== undefined)
        .map(([term, value]) => (
          <Definition key={term} term={term}>
            {value}
          </Definition>
        ))}
    </DefinitionList>
  );
}

function languageName(code: string): string {
  return new Intl.DisplayNames("en", { type: "language" }).of(code) ?? code;
}
