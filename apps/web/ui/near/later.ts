"use client";

import { type ComponentType, createElement, lazy, useState } from "react";

export interface Later<Props extends object> {
  /** Waits for its code where that is not here yet. */
  readonly Part: ComponentType<Props>;
  /** Fetches its code before it is drawn. */
  readonly fetch: () => Promise<unknown>;
}

/**
 * A part of a page whose code comes after the page. Once the code is here it is drawn at once: paper is laid out as soon as what
 * is drawn for it stands, and waits for nothing, not even for code that has come.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): Later<Props> {
  let known: ComponentType<Props> | undefined;
  const fetch = async () => {
    known ??= await load();
    return known;
  };
  const Waiting = lazy(async () => ({ default: await fetch() })) as ComponentType<Props>;
  // What it was drawn by first stays, and with it its state.
  function Part(props: Props) {
    const [Drawn] = useState(() => known ?? Waiting);
    return createElement(Drawn, props);
  }
  return { Part, fetch };
}
