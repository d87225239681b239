/** A picture of one byte for each pixel, row by row: 0 is black. */
export interface GrayPicture {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Brightness of a picture as a canvas gives it (RGBA), on a white ground. */
export function grayOf({ width, height, data }: { width: number; height: number; data: Uint8ClampedArray }): GrayPicture {
  const gray = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < gray.length; at += 1, from += 4) {
    const opacity = (data[from + 3] ?? 255) / 255;
    const light = 0.299 * (data[from] ?? 0) + 0.587 * (data[from + 1] ?? 0) + 0.114 * (data[from + 2] ?? 0);
    gray[at] = Math.round(255 - opacity * (255 - light));
  }
  return { width, height, data: gray };
}

/** The picture's pixel at whole coordinates; outside, the nearest pixel of its edge. */
export function pixelAt({ width, height, data }: GrayPicture, x: number, y: number): number {
  const column = x < 0 ? 0 : x >= width ? width - 1 : x;
  const row = y < 0 ? 0 : y >= height ? height - 1 : y;
  return data[row * width + column] ?? 255;
}

/** Brightness between four pixels. Pixel centres have whole coordinates. */
export function brightnessAt(picture: GrayPicture, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [right, foot] = [x - left, y - top];
  const { width, height, data } = picture;
  if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) return pixelAt(picture, Math.round(x), Math.round(y));
  const at = top * width + left;
  const upper = (data[at] ?? 0) * (1 - right) + (data[at + 1] ?? 0) * right;
  const lower = (data[at + width] ?? 0) * (1 - right) + (data[at + width + 1] ?? 0) * right;
  return upper * (1 - foot) + lower * foot;
}

/** The picture made smaller by a whole factor, each pixel the mean of a square. */
export function madeSmaller({ width, height, data }: GrayPicture, factor: number): GrayPicture {
  if (factor <= 1) return { width, height, data };
  const small = { width: Math.floor(width / factor), height: Math.floor(height / factor) };
  const result = new Uint8Array(small.width * small.height);
  for (let row = 0; row < small.height; row += 1)
    for (let column = 0; column < small.width; column += 1) {
      let sum = 0;
      for (let y = 0; y < factor; y += 1) {
        const start = (row * factor + y) * width + column * factor;
        for (let x = 0; x < factor; x += 1) sum += data[start + x] ?? 0;
      }
      result[row * small.width + column] = sum / (factor * factor);
    }
  return { ...small, data: result };
}

/** Which pixels are darker than the given share of the mean of the square around them, whose side is `2 × reach + 1`. */
export function darkerThanAround({ width, height, data }: GrayPicture, reach: number, share: number): Uint8Array {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let row = 0; row < height; row += 1) {
    let sum = 0;
    for (let column = 0; column < width; column += 1) {
      sum += data[row * width + column] ?? 0;
      sums[(row + 1) * (width + 1) + column + 1] = (sums[row * (width + 1) + column + 1] ?? 0) + sum;
    }
  }
  const dark = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    const [top, foot] = [Math.max(0, row - reach) * (width + 1), Math.min(height, row + reach + 1) * (width + 1)];
    for (let column = 0; column < width; column += 1) {
      const [left, right] = [Math.max(0, column - reach), Math.min(width, column + reach + 1)];
      const sum = (sums[foot + right] ?? 0) - (sums[foot + left] ?? 0) - (sums[top + right] ?? 0) + (sums[top + left] ?? 0);
      const count = ((foot - top) / (width + 1)) * (right - left);
      if ((data[row * width + column] ?? 0) * count < share * sum) dark[row * width + column] = 1;
    }
  }
  return dark;
}

/** A rectangle of a picture; what lies outside the picture is left out. */
export function partOf(
  picture: GrayPicture,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): GrayPicture {
  const left = Math.max(0, Math.round(x));
  const top = Math.max(0, Math.round(y));
  const part = {
    width: Math.max(0, Math.min(picture.width, Math.round(x + width)) - left),
    height: Math.max(0, Math.min(picture.height, Math.round(y + height)) - top),
  };
  const data = new Uint8Array(part.width * part.height);
  for (let row = 0; row < part.height; row += 1) {
    const start = (top + row) * picture.width + left;
    data.set(picture.data.subarray(start, start + part.width), row * part.width);
  }
  return { ...part, data };
}
