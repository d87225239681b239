// A WebM file of one VP8 track, with its length and an index of key frames, so that a player can seek in it (https://www.matroska.org/technical/elements.html).

/** A number in the fewest bytes that can store it, but at least `least`. */
function bytesOf(number, least = 1) {
  const bytes = [];
  for (let rest = number; rest > 0 || bytes.length < least; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return new Uint8Array(bytes);
}

/** A length in Matroska's form, always eight bytes. */
function lengthOf(length) {
  const bytes = new Uint8Array(8);
  bytes.set(bytesOf(length, 7).slice(-7), 1);
  bytes[0] = 1;
  return bytes;
}

function join(parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const element = (id, ...content) => {
  const body = join(content);
  return join([bytesOf(id), lengthOf(body.length), body]);
};
const number = (id, value, width = 1) => element(id, bytesOf(value, width));
const words = (id, text) => element(id, new TextEncoder().encode(text));
const float = (id, value) => {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value);
  return element(id, bytes);
};

const header = element(
  0x1a45dfa3,
  number(0x4286, 1),
  number(0x42f7, 1),
  number(0x42f2, 4),
  number(0x42f3, 8),
  words(0x4282, 'webm'),
  number(0x4287, 2),
  number(0x4285, 2),
);

/** One cluster for each key frame and the frames after it. */
function clustersOf(frames) {
  const clusters = [];
  for (const frame of frames) {
    if (frame.isKey) clusters.push({ at: Math.round(frame.at), blocks: [] });
    const cluster = clusters.at(-1);
    const head = new Uint8Array(4);
    head[0] = 0x81;
    new DataView(head.buffer).setInt16(1, Math.round(frame.at) - cluster.at);
    head[3] = frame.isKey ? 0x80 : 0;
    cluster.blocks.push(element(0xa3, head, frame.bytes));
  }
  return clusters.map(({ at, blocks }) => ({ at, bytes: element(0x1f43b675, number(0xe7, at, 4), ...blocks) }));
}

/** A file of the frames (`bytes`, `at` in ms, `isKey`); `length` in ms. */
export function webm(frames, { width, height, length }) {
  const info = element(0x1549a966, number(0x2ad7b1, 1_000_000), float(0x4489, length), words(0x4d80, 'abhyas'), words(0x5741, 'abhyas'));
  const video = element(0xe0, number(0xb0, width), number(0xba, height));
  const track = element(0x1654ae6b, element(0xae, number(0xd7, 1), number(0x73c5, 1), number(0x83, 1), words(0x86, 'V_VP8'), video));
  const clusters = clustersOf(frames);
  const cuesWith = (first) => {
    let at = first;
    const cues = clusters.map((cluster) => {
      const cue = element(0xbb, number(0xb3, cluster.at, 4), element(0xb7, number(0xf7, 1), number(0xf1, at, 8)));
      at += cluster.bytes.length;
      return cue;
    });
    return element(0x1c53bb6b, ...cues);
  };
  // The index has the same length wherever it points.
  const before = info.length + track.length;
  const cues = cuesWith(before + cuesWith(0).length);
  return join([header, element(0x18538067, info, track, cues, ...clusters.map(({ bytes }) => bytes))]);
}
