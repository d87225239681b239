// Runs in the page: draws every frame and encodes it.
import { HEIGHT, WIDTH } from './drawing.mjs';
import { webm } from './webm.mjs';

const RATE = 15;
const KEY_EVERY = 2 * RATE;

/**
 * The clip of a module of scenes as the bytes of a WebM file.
 * @public The page that draws the clip fetches it.
 */
export async function recordClip({ draw, LENGTH }) {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d');
  const frames = [];
  let failure = null;
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      frames.push({ bytes, at: chunk.timestamp / 1000, isKey: chunk.type === 'key' });
    },
    error: (error) => {
      failure = error;
    },
  });
  encoder.configure({ codec: 'vp8', width: WIDTH, height: HEIGHT, bitrate: 300_000, framerate: RATE, latencyMode: 'quality' });
  for (let number = 0; number < LENGTH * RATE; number += 1) {
    draw(context, number / RATE);
    const frame = new VideoFrame(canvas, { timestamp: (number * 1_000_000) / RATE, duration: 1_000_000 / RATE });
    encoder.encode(frame, { keyFrame: number % KEY_EVERY === 0 });
    frame.close();
    if (encoder.encodeQueueSize > 10) await new Promise((resolve) => encoder.addEventListener('dequeue', resolve, { once: true }));
  }
  await encoder.flush();
  if (failure) throw failure;
  return webm(frames, { width: WIDTH, height: HEIGHT, length: LENGTH * 1000 });
}
