import type { z } from "zod";
import { Literal } from "./literal.ts";

type Schema = z.core.JSONSchema.BaseSchema;

/** What stands next in a text, or may. Values are told apart by their slots. */
export interface Step {
  readonly kind: "literal" | "optional" | "integer" | "decimal" | "uuid" | "text" | "integers";
  /** The one that stands there, or before a value that may be absent. */
  readonly literal: Literal;
  /** Of a value; -1 where it is kept nowhere. */
  readonly slot: number;
  /** Bounds of an integer and of those in a list, or of the length of a text. */
  readonly least: number;
  readonly most: number;
  /** Most integers of a list. */
  readonly count: number;
}

/** How a value of a schema stands in JSON as agents write it. */
export interface Form {
  readonly steps: readonly Step[];
  /** The slots of its values, by their paths: "log.powerOnHours". */
  readonly slots: ReadonlyMap<string, number>;
}

const counterPattern = "^(0|[1-9][0-9]{0,38})$";
const none = new Literal("");

/**
 * The one form in which agents write a value of a schema: no space, members in the order of their names, behind those that can have
 * but one value. Throws for a schema with anything in it that samples are not made of.
 */
export function formOf(root: Schema): Form {
  const writer = new FormWriter(root);
  writer.value(root, "");
  return writer.end();
}

class FormWriter {
  readonly #root: Schema;
  readonly #steps: Step[] = [];
  readonly #slots = new Map<string, number>();
  /** What stands for certain before the next value. */
  #literal = "";

  constructor(root: Schema) {
    this.#root = root;
  }

  end(): Form {
    this.#flush();
    return { steps: this.#steps, slots: this.#slots };
  }

  value(schema: Schema, path: string): void {
    if (schema.$ref !== undefined) this.value(this.#referred(schema.$ref), path);
    else if (schema.const !== undefined) this.#literal += JSON.stringify(schema.const);
    else if (schema.type === "integer") this.#step({ kind: "integer", ...boundsOf(schema) }, path);
    else if (schema.type === "string") this.#string(schema, path);
    else if (schema.type === "array") this.#integers(schema, path);
    else if (schema.type === "object") this.#object(schema, path);
    else throw new Error(`No form is known of ${JSON.stringify(schema)}.`);
  }

  #referred(reference: string): Schema {
    const found = this.#root.$defs?.[reference.replace("#/$defs/", "")];
    if (found === undefined) throw new Error(`No schema is called ${reference}.`);
    return found;
  }

  #string({ format, pattern, minLength = 0, maxLength = Infinity }: Schema, path: string): void {
    this.#literal += '"';
    if (format === "uuid") this.#step({ kind: "uuid" }, path);
    else if (pattern === counterPattern) this.#step({ kind: "decimal" }, path);
    else if (pattern === undefined && format === undefined)
      this.#step({ kind: "text", least: minLength, most: maxLength }, path);
    else throw new Error(`No form is known of a text like ${format ?? pattern}.`);
    this.#literal += '"';
  }

  #integers({ items, maxItems = Infinity }: Schema, path: string): void {
    const each = items as Schema;
    if (each.type !== "integer") throw new Error(`No form is known of a list of ${JSON.stringify(each)}.`);
    this.#literal += "[";
    this.#step({ kind: "integers", ...boundsOf(each), count: maxItems }, path);
    this.#literal += "]";
  }

  #object({ properties = {}, required = [] }: Schema, path: string): void {
    const members = Object.entries(properties as Record<string, Schema>).toSorted(
      ([a, one], [b, other]) => orderOf(one) - orderOf(other) || (a < b ? -1 : 1),
    );
    if (!required.includes(members[0]?.[0] ?? ""))
      throw new Error("No form is known of what begins with what may be absent.");
    members.forEach(([name, schema], place) => {
      const below = path === "" ? name : `${path}.${name}`;
      const head = `${place === 0 ? "{" : ","}${JSON.stringify(name)}:`;
      if (required.includes(name)) {
        this.#literal += head;
        this.value(schema, below);
      } else this.#optional(head, schema, below);
    });
    this.#literal += "}";
  }

  /** A value that may be absent is one step of its own, with its head before it. */
  #optional(head: string, schema: Schema, path: string): void {
    if (schema.type !== "integer") throw new Error(`No form is known of ${path}, which may be absent.`);
    this.#flush();
    this.#steps.push({ ...empty, kind: "optional", literal: new Literal(head), slot: this.#slots.size });
    this.#step({ kind: "integer", ...boundsOf(schema) }, path);
  }

  #step(step: Partial<Step> & Pick<Step, "kind">, path: string): void {
    this.#flush();
    const slot = this.#slots.size;
    this.#slots.set(path, slot);
    this.#steps.push({ ...empty, ...step, slot });
  }

  #flush(): void {
    if (this.#literal !== "") this.#steps.push({ ...empty, kind: "literal", literal: new Literal(this.#literal) });
    this.#literal = "";
  }
}

const empty: Step = { kind: "literal", literal: none, slot: -1, least: 0, most: 0, count: 0 };

/** What tells one kind of value from another stands first. */
function orderOf(schema: Schema): number {
  return schema.const === undefined ? 1 : 0;
}

function boundsOf({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Schema): { least: number; most: number } {
  if (minimum < 0 || maximum > Number.MAX_SAFE_INTEGER) throw new Error("No form is known of such an integer.");
  return { least: minimum, most: maximum };
}
