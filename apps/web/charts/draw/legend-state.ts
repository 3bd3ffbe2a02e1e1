/** What the legend says of a series: hidden by a click, faded while another one is pointed at. */
export interface LegendState {
  readonly isHidden: (id: string) => boolean;
  readonly opacity: (id: string) => number;
}

const fadedOpacity = 0.2;

/** Pointing at what is hidden fades nothing: there is nothing to bring forward. */
export function legendState(hidden: ReadonlySet<string>, pointed: string | undefined): LegendState {
  const forward = pointed === undefined || hidden.has(pointed) ? undefined : pointed;
  return {
    isHidden: (id) => hidden.has(id),
    opacity: (id) => (forward === undefined || forward === id ? 1 : fadedOpacity),
  };
}
