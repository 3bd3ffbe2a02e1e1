const gapPx = 6;
const edgePx = 8;

interface Box {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly width: number;
}
interface Size {
  readonly width: number;
  readonly height: number;
}
export type Alignment = "start" | "center";

/** Where a box of this size stands: below its anchor, above it where there is more room, and inside the window. */
export function placeBeside(
  anchor: Box,
  size: Size,
  window: Size,
  align: Alignment = "start",
): { top: number; left: number } {
  const below = anchor.bottom + gapPx;
  const above = anchor.top - gapPx - size.height;
  const fitsBelow = below + size.height <= window.height - edgePx;
  const top = fitsBelow || above < edgePx ? below : above;
  const start = align === "start" ? anchor.left : anchor.left + (anchor.width - size.width) / 2;
  const left = Math.max(edgePx, Math.min(start, window.width - edgePx - size.width));
  return { top, left };
}

/** Moves an element that is shown in the top layer beside its anchor. */
export function moveBeside(element: HTMLElement, anchor: Element, align?: Alignment): void {
  const { clientHeight: height } = document.documentElement;
  // Without the room that is kept for a scrollbar, which `clientWidth` counts while there is none.
  const { width } = document.documentElement.getBoundingClientRect();
  // Where it stands now the window's edge may make it narrower than it will be.
  move(element, { top: 0, left: 0 });
  move(element, placeBeside(anchor.getBoundingClientRect(), element.getBoundingClientRect(), { width, height }, align));
}

function move(element: HTMLElement, { top, left }: { readonly top: number; readonly left: number }): void {
  element.style.top = `${top}px`;
  element.style.left = `${left}px`;
}

/** Keeps it beside its anchor while what is in it and on the page comes and goes, until it is closed: closed, it has no size. */
export function stayBeside(element: HTMLElement, anchor: Element): void {
  const observer = new ResizeObserver(() => {
    if (element.matches(":popover-open")) moveBeside(element, anchor);
    else observer.disconnect();
  });
  moveBeside(element, anchor);
  observer.observe(element);
  // A page that gets a scrollbar leaves less room beside it.
  observer.observe(document.documentElement);
}
