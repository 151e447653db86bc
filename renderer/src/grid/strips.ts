/** Cache of rendered texts: shaping one name costs as much as drawing a hundred marks. */
export interface Strips {
  /**
   * Copies the text of `key`, which is at position `index` on screen, to a place in device pixels. Renders the text
   * first if it is not cached.
   */
  readonly copy: (
    onto: CanvasRenderingContext2D,
    index: number,
    key: number,
    left: number,
    top: number,
  ) => void;
}

interface StripStyle {
  /** Of one strip, in device pixels. */
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly font: string;
  readonly colour: string;
  /** Before and after the text, in px; before it, where that is another one. */
  readonly padding: number;
  readonly paddingBefore?: number;
  readonly align: 'left' | 'center' | 'right';
}

/**
 * @param slots How many texts are cached: more than can be visible at once, so that no two visible ones share a slot.
 * @param textOf Returns the text for a key.
 */
export function createStrips(style: StripStyle, slots: number, textOf: (key: number) => string): Strips {
  const canvas = document.createElement('canvas');
  canvas.width = style.width;
  canvas.height = style.height * slots;
  const context = canvas.getContext('2d');
  const keyIn = new Int32Array(slots).fill(-1);
  if (context !== null) setUp(context, style);

  function draw(onto: CanvasRenderingContext2D, key: number, slot: number): void {
    const { width, height, scale, padding, paddingBefore = padding, align } = style;
    const room = width / scale - padding - paddingBefore;
    const text = shortened(textOf(key), room, (part) => onto.measureText(part).width);
    onto.clearRect(0, (slot * height) / scale, width / scale, height / scale);
    const left = { left: paddingBefore, center: width / scale / 2, right: width / scale - padding }[align];
    onto.fillText(text, left, ((slot + 0.5) * height) / scale);
  }

  return {
    copy(onto, index, key, left, top) {
      if (context === null) return;
      const slot = index % slots;
      if (keyIn[slot] !== key) {
        draw(context, key, slot);
        keyIn[slot] = key;
      }
      const { width, height } = style;
      onto.drawImage(canvas, 0, slot * height, width, height, left, top, width, height);
    },
  };
}

function setUp(context: CanvasRenderingContext2D, { scale, font, colour, align }: StripStyle): void {
  context.scale(scale, scale);
  context.font = font;
  context.fillStyle = colour;
  context.textAlign = align;
  context.textBaseline = 'middle';
  // Names are read letter by letter, so ligatures are turned off.
  context.textRendering = 'optimizeSpeed';
}

/** `text`, cut to fit into `room` and ended with an ellipsis if it is too long. */
export function shortened(text: string, room: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= room) return text;
  const characters = Array.from(text);
  let fits = 0;
  let tooMany = characters.length;
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >>> 1;
    if (widthOf(`${characters.slice(0, middle).join('')}…`) <= room) fits = middle;
    else tooMany = middle;
  }
  return `${characters.slice(0, fits).join('')}…`;
}
