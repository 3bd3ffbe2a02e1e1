"use client";

import { Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/ui/button";
import type { StepForm } from "../step-form";

interface ItemListProps {
  readonly form: StepForm;
  /** The field that is the list. */
  readonly field: string;
  /** "stream": what one of them is called. */
  readonly name: string;
  readonly newItem: (index: number) => unknown;
  readonly least: number;
  readonly most: number;
  readonly children: (form: StepForm, index: number) => ReactNode;
}

/** Parts of a step that are alike: streams, criteria, tracked figures. */
export function ItemList({ form, field, name, newItem, least, most, children }: ItemListProps) {
  const value = form.get([field]);
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const word = name.charAt(0).toUpperCase() + name.slice(1);
  return (
    <div className="grid gap-3">
      {items.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an item is known by its place alone, as in the document.
        <fieldset key={index} className="min-w-0 border-l-2 pl-3">
          <legend className="sr-only">
            {word} {index + 1}
          </legend>
          <div className="mb-1 flex items-center gap-2">
            <span className="font-medium text-muted text-table" aria-hidden>
              {word} {index + 1}
            </span>
            <Button
              size="icon-small"
              variant="ghost"
              aria-label={`Remove ${name} ${index + 1}`}
              disabledReason={items.length <= least ? `At least ${least} needed.` : undefined}
              onClick={() => form.set([field], items.toSpliced(index, 1))}
            >
              <X aria-hidden />
            </Button>
          </div>
          {children(form.at(field, index), index)}
        </fieldset>
      ))}
      <div>
        <Button
          size="small"
          disabledReason={items.length >= most ? `${most} at most.` : undefined}
          onClick={() => form.set([field], [...items, newItem(items.length)])}
        >
          <Plus aria-hidden /> Add {name}
        </Button>
      </div>
    </div>
  );
}
