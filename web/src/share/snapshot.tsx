/* A picture of a position: its board is drawn as on the page, its styles are written into the SVG, and that is drawn onto
 * a canvas. Nothing leaves the browser. */
import { render } from 'preact';
import type { Board, Position } from '../api';
import { Sprites } from '../board/board';
import { reconcile } from '../anim/sprites';
import { lookOf } from '../looks';
import { round, type Layout, type Look } from '../looks/look';

export interface Scene {
  look: string;
  board: Board;
  position: Position;
}

/** What styles may set, as attributes of SVG. */
const properties = [
  'fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'stroke-dashoffset',
  'stroke-linecap', 'stroke-linejoin', 'stroke-miterlimit', 'opacity', 'font-family', 'font-size', 'font-weight', 'font-style',
  'letter-spacing', 'text-anchor', 'dominant-baseline', 'paint-order', 'stop-color', 'stop-opacity', 'visibility', 'display',
  'mix-blend-mode',
] as const;

/** What an element has without any styles: not written. */
const usual: Record<string, string> = {
  'fill-opacity': '1', 'fill-rule': 'nonzero', 'stroke-opacity': '1', 'stroke-dasharray': 'none', 'stroke-dashoffset': '0px',
  'stroke-linecap': 'butt', 'stroke-linejoin': 'miter', 'stroke-miterlimit': '4', opacity: '1', 'font-style': 'normal',
  'letter-spacing': 'normal', 'paint-order': 'normal', visibility: 'visible', display: 'inline', 'mix-blend-mode': 'normal',
};

/** References are to ids of the page: "url("#wood")" stays, an address before the # goes. */
const local = (value: string): string => value.replace(/url\("?[^"#)]*#([^")]+)"?\)/g, 'url(#$1)');

/** Writes the computed styles of an element and everything in it into a copy. */
function inline(original: Element, copy: Element): void {
  const style = getComputedStyle(original);
  for (const name of properties) {
    const value = style.getPropertyValue(name);
    if (value && value !== usual[name]) copy.setAttribute(name, local(value));
    else copy.removeAttribute(name);
  }
  copy.removeAttribute('class');
  copy.removeAttribute('style');
  for (let i = 0; i < original.children.length; i++) inline(original.children[i]!, copy.children[i]!);
}

/** Gradients, clip paths and pieces that boards refer to by id. */
function definitions(): string {
  const parts: string[] = [];
  for (const original of document.querySelectorAll('svg.defs > defs')) {
    const copy = original.cloneNode(true) as Element;
    inline(original, copy);
    copy.removeAttribute('display');
    parts.push(new XMLSerializer().serializeToString(copy));
  }
  return parts.join('');
}

function Drawn({ look, layout, position }: { look: Look; layout: Layout; position: Position }) {
  const sprites = reconcile([], look.sprites(layout, position));
  const { last } = position;
  const mark = last && last.cells.length > 0 && (
    <look.Last layout={layout} position={position} cells={last.cells} player={last.player} />
  );
  return (
    <svg viewBox={`0 0 ${round(layout.width)} ${round(layout.height)}`} class={`board-svg look-${look.name}`}>
      <look.Ground layout={layout} labels />
      {look.lastUnder && mark}
      <Sprites look={look} layout={layout} sprites={sprites} />
      {look.Over && <look.Over layout={layout} labels sprites={sprites} />}
      {!look.lastUnder && mark}
    </svg>
  );
}

/** Draws positions of one board as pictures of one size. */
export class Camera {
  readonly width: number;
  readonly height: number;
  private readonly look: Look;
  private readonly board: Board;
  private readonly stage = document.createElement('div');
  private readonly defs: string;
  private readonly background: string;
  private readonly margin: number;
  private readonly layoutOf: (position: Position) => Layout;

  /** `side`: the longer side of the pictures, in pixels. */
  constructor({ look, board, position }: Scene, side: number) {
    this.look = lookOf(look);
    this.board = board;
    this.layoutOf = (at) => this.look.layout(this.board, 0, at);
    const layout = this.layoutOf(position);
    this.margin = Math.round(side * 0.025);
    const scale = (side - 2 * this.margin) / Math.max(layout.width, layout.height);
    this.width = Math.round(layout.width * scale) + 2 * this.margin;
    this.height = Math.round(layout.height * scale) + 2 * this.margin;
    this.stage.className = `camera b-${this.look.name}`;
    this.stage.setAttribute('aria-hidden', 'true');
    document.body.append(this.stage);
    this.defs = definitions();
    this.background = getComputedStyle(document.documentElement).getPropertyValue('--bg').trim() || '#fff';
  }

  close(): void {
    render(null, this.stage);
    this.stage.remove();
  }

  /** The board of a position as an SVG of its own. */
  svg(position: Position): string {
    const layout = this.layoutOf(position);
    render(<div class="board"><Drawn look={this.look} layout={layout} position={position} /></div>, this.stage);
    const original = this.stage.querySelector('svg')!;
    const copy = original.cloneNode(true) as SVGSVGElement;
    inline(original, copy);
    for (const name of ['display', 'width', 'height']) copy.removeAttribute(name);
    copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    copy.setAttribute('width', String(this.width - 2 * this.margin));
    copy.setAttribute('height', String(this.height - 2 * this.margin));
    copy.setAttribute('overflow', 'visible');
    copy.insertAdjacentHTML('afterbegin', '<g></g>');
    const text = new XMLSerializer().serializeToString(copy);
    return text.replace(/<g[^>]*\/>|<g[^>]*><\/g>/, this.defs);
  }

  async draw(position: Position, canvas: HTMLCanvasElement): Promise<CanvasRenderingContext2D> {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(this.svg(position))}`;
    await image.decode();
    canvas.width = this.width;
    canvas.height = this.height;
    const context = canvas.getContext('2d', { willReadFrequently: true })!;
    context.fillStyle = this.background;
    context.fillRect(0, 0, this.width, this.height);
    context.drawImage(image, this.margin, this.margin);
    return context;
  }
}

export const pngOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture'))), 'image/png'));
