import {
  type ConditionUnit,
  endsTooEarly,
  type FigureBounds,
  figureBounds,
  formatCount,
  type GradeFigure,
  isWithinBounds,
  type SetGrade,
  type Severity,
} from "@crosspoint/domain";

/** A rule as its thresholds are set: its own grades say which there are, and what each of them has. */
export interface SetRule {
  readonly id: string;
  readonly title: string;
  readonly unit?: ConditionUnit | undefined;
  /** The limit of the drive's own from which its grades are counted. */
  readonly countedFrom?: string | undefined;
  /** Its figures go no further. */
  readonly figureMost?: number | undefined;
  readonly grades: readonly SetGrade[];
  /** What holds where nobody says otherwise: the catalog may have other grades for a model than the rule itself. */
  readonly defaultGrades: readonly SetGrade[];
}

/** A grade as its fields hold it. */
export interface GradeFields {
  readonly severity: Severity;
  readonly judged: boolean;
  /** What was typed, in the unit that is shown; only what the rule's own grade has. */
  readonly texts: Readonly<Partial<Record<GradeFigure, string>>>;
}

const numbers = ["at", "clearsAt", "withinHours", "forMinutes"] as const;

/** Kelvin are shown as °C; a distance from a limit is the same in both. */
function shiftOf({ unit, countedFrom }: SetRule): number {
  return unit === "kelvin" && countedFrom === undefined ? 273 : 0;
}

function isPlace(number: GradeFigure): boolean {
  return number === "at" || number === "clearsAt";
}

/** A rule without a unit, and one of a bit, has no figure that could be another. */
export function hasFigures({ unit }: SetRule): boolean {
  return unit !== undefined && unit !== "bits";
}

/** The rule's own grades, filled with what is set, else with the default: those that are not set are not judged. */
export function fieldsOf(rule: SetRule, set: "off" | readonly SetGrade[]): GradeFields[] {
  return rule.grades.map((own) => {
    const found = set === "off" ? undefined : set.find(({ severity }) => severity === own.severity);
    const shown = found ?? defaultOf(rule, own.severity) ?? own;
    const texts = numbers.flatMap((number) => {
      const value = shown[number] ?? own[number];
      if (own[number] === undefined || value === undefined || (isPlace(number) && !hasFigures(rule))) return [];
      return [[number, String(value - (isPlace(number) ? shiftOf(rule) : 0))] as const];
    });
    return { severity: own.severity, judged: found !== undefined, texts: Object.fromEntries(texts) };
  });
}

/** What the fields ask for; undefined where one of them holds no number that may be set. */
export function gradesOf(rule: SetRule, fields: readonly GradeFields[]): "off" | SetGrade[] | undefined {
  const judged = fields.filter((field) => field.judged);
  if (judged.length === 0) return "off";
  const grades = judged.map((field) => gradeOf(rule, field));
  return grades.includes(undefined) ? undefined : grades.filter((grade) => grade !== undefined);
}

function gradeOf(rule: SetRule, { severity, texts }: GradeFields): SetGrade | undefined {
  const own = rule.grades.find((grade) => grade.severity === severity);
  if (own === undefined) return undefined;
  const typed = (Object.entries(texts) as [GradeFigure, string][]).map(
    ([figure, text]) => [figure, typedValue(rule, figure, text)] as const,
  );
  if (typed.some(([figure, value]) => !isWithinBounds(value, figureBounds(rule, own, figure)))) return undefined;
  const grade = { severity, at: own.at, ...Object.fromEntries(typed) };
  return endsTooEarly(holdsOf(own), grade) ? undefined : grade;
}

/** What ends below its threshold holds above it. */
function holdsOf({ at, clearsAt = at }: SetGrade): "above" | "below" {
  return clearsAt <= at ? "above" : "below";
}

/** As the rule counts; not a number where none was typed. */
function typedValue(rule: SetRule, figure: GradeFigure, text: string): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  return value + (isPlace(figure) ? shiftOf(rule) : 0);
}

/** What stands below a field: from where it is counted, what it may be, and what it is where nobody says otherwise. */
export function figureHint(rule: SetRule, severity: Severity, figure: GradeFigure): string | undefined {
  const own = rule.grades.find((grade) => grade.severity === severity);
  if (own?.[figure] === undefined) return undefined;
  const from = isPlace(figure) && rule.countedFrom ? `Counted from ${rule.countedFrom}. ` : "";
  const shift = isPlace(figure) ? shiftOf(rule) : 0;
  const value = defaultOf(rule, severity)?.[figure];
  const said = value === undefined ? "not judged" : signed(value - shift);
  return `${from}${rangeText(figureBounds(rule, own, figure), shift)}. Default: ${said}.`;
}

/** Undefined where this grade is not judged by default. */
function defaultOf({ defaultGrades }: SetRule, severity: Severity): SetGrade | undefined {
  return defaultGrades.find((grade) => grade.severity === severity);
}

/** What is wrong with what was typed for a figure of a grade; undefined where nothing is. */
export function figureProblem(
  rule: SetRule,
  { severity, texts }: Pick<GradeFields, "severity" | "texts">,
  figure: GradeFigure,
): string | undefined {
  const own = rule.grades.find((grade) => grade.severity === severity);
  if (own === undefined) return undefined;
  const bounds = figureBounds(rule, own, figure);
  const value = typedValue(rule, figure, texts[figure] ?? "");
  const shift = isPlace(figure) ? shiftOf(rule) : 0;
  if (!isWithinBounds(value, bounds)) return `Enter a number ${rangeText(bounds, shift).replace(/^F/, "f")}.`;
  const at = typedValue(rule, "at", texts.at ?? "");
  if (figure !== "clearsAt" || !endsTooEarly(holdsOf(own), { at, clearsAt: value })) return undefined;
  return `Enter no ${holdsOf(own) === "above" ? "more" : "less"} than the threshold, ${signed(at - shift)}.`;
}

function rangeText({ min, max }: FigureBounds, shift: number): string {
  return `From ${signed(min - shift)} to ${signed(max - shift)}`;
}

function signed(value: number): string {
  const amount = Math.abs(value);
  return `${value < 0 ? "\u2212" : ""}${Number.isInteger(amount) ? formatCount(amount) : amount}`;
}

/** The unit behind a field. */
export function unitOf({ unit }: SetRule, number: GradeFigure): string {
  if (number === "withinHours") return "h";
  if (number === "forMinutes") return "min";
  return unit === undefined ? "" : units[unit];
}

const units: Record<ConditionUnit, string> = {
  percent: "%",
  kelvin: "°C",
  errors: "errors",
  blocks: "blocks",
  minutes: "min",
  hours: "h",
  days: "days",
  times: "times",
  bits: "",
};
