/** Texts drawn once and then copied: shaping a name costs as much as a hundred marks. */
export interface Strips {
  /**
   * Copies the text of `key`, shown as the `index`th, to a place in device pixels, drawing it first where it is not there
   * yet.
   */
  readonly copy: (
    onto: CanvasRenderingContext2D,
    index: number,
    key: number,
    left: number,
    top: number,
  ) => void;
}

export interface StripStyle {
  /** Of one strip, in device pixels. */
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly font: string;
  readonly colour: string;
  /** Before and behind the text, in px. */
  readonly padding: number;
  readonly align: 'left' | 'center';
}

/**
 * @param slots How many are kept: more than are ever in sight at once, so that those in sight never share one.
 * @param textOf By key.
 */
export function createStrips(style: StripStyle, slots: number, textOf: (key: number) => string): Strips {
  const canvas = document.createElement('canvas');
  canvas.width = style.width;
  canvas.height = style.height * slots;
  const context = canvas.getContext('2d');
  const keyIn = new Int32Array(slots).fill(-1);
  if (context !== null) setUp(context, style);

  function draw(onto: CanvasRenderingContext2D, key: number, slot: number): void {
    const { width, height, scale, padding, align } = style;
    const room = width / scale - 2 * padding;
    const text = shortened(textOf(key), room, (part) => onto.measureText(part).width);
    onto.clearRect(0, (slot * height) / scale, width / scale, height / scale);
    const left = align === 'left' ? padding : width / scale / 2;
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
  // Names are read letter by letter: no ligatures.
  context.textRendering = 'optimizeSpeed';
}

/** As much of `text` as there is room for, and an ellipsis where that is not all of it. */
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
