import { type DraftStep, kindOf } from "../draft/draft-plan";
import type { StepForm } from "../step-form";
import { DatabaseEditor } from "./database-editor";
import { EachEditor } from "./each-editor";
import { FillEditor } from "./fill-editor";
import { IdleEditor } from "./idle-editor";
import { OtherEditor } from "./other-editor";
import { PurgeEditor } from "./purge-editor";
import { RatedFiguresEditor } from "./rated-figures-editor";
import { RoundsEditor } from "./rounds-editor";
import { SearchEditor } from "./search-editor";
import { SelfTestEditor } from "./self-test-editor";
import { SetEditor } from "./set-editor";
import { StreamsEditor } from "./streams-editor";
import { SweepEditor } from "./sweep-editor";

/** The fields of a step, by its kind. */
export function StepEditor({ step, form }: { step: DraftStep; form: StepForm }) {
  switch (kindOf(step)) {
    case "purge":
      return <PurgeEditor form={form} />;
    case "set":
      return <SetEditor form={form} />;
    case "fill":
      return <FillEditor form={form} />;
    case "sweep":
      return <SweepEditor form={form} />;
    case "streams":
      return <StreamsEditor form={form} />;
    case "rounds":
      return <RoundsEditor form={form} />;
    case "each":
      return <EachEditor form={form} />;
    case "search":
      return <SearchEditor form={form} />;
    case "selfTest":
      return <SelfTestEditor form={form} />;
    case "database":
      return <DatabaseEditor form={form} />;
    case "ratedFigures":
      return <RatedFiguresEditor form={form} />;
    case "idle":
      return <IdleEditor form={form} />;
    default:
      return <OtherEditor form={form} fields={step.fields} />;
  }
}
