import { expandPlan, fioJobFile } from "@crosspoint/domain";
import { type PlanDocument, protocolLimits } from "@crosspoint/protocol";
import { writePlanYaml } from "@crosspoint/services/plan/rules/plan-yaml";

export type ExportFormat = "yaml" | "json" | "fio";

/** A plan as a file. */
export function exportText(document: PlanDocument, format: ExportFormat): string {
  const { id: _, ...rest } = document;
  // The tool that reads the file wants a name for programs.
  const file = { id: planSlug(document.name), ...rest };
  switch (format) {
    case "yaml":
      return writePlanYaml(file);
    case "json":
      return `${JSON.stringify(file, undefined, 2)}\n`;
    case "fio": {
      const expansion = expandPlan(document.steps, protocolLimits.pointsPerRun);
      return fioJobFile(document, expansion.kind === "points" ? expansion.points : []);
    }
  }
}

export function planSlug(name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return plain.replace(/^-|-$/g, "").slice(0, 80) || "plan";
}
