// The picture of the tutorial at each moment: practising, taking a test, reading the report. Original, made for this project.
import { amber, blank, blue, box, ink, line, share, soft, WIDTH, write } from './drawing.mjs';

export const LENGTH = 30;

export const captions = [
  { from: 0, to: 5, text: 'Abhyas in half a minute.' },
  { from: 5, to: 13, text: 'Practise: choose an answer and press Verify. The solution follows at once.' },
  { from: 13, to: 21, text: 'Sit a test: the palette shows what is answered, marked and left, and the clock runs as in the hall.' },
  { from: 21, to: 30, text: 'Read the report: where your marks went, chapter by chapter, and what to practise next.' },
];

const green = '#17733a';
const violet = '#7440c2';

function step(canvas, number, words) {
  write(canvas, number, [72, 84], { size: 24, weight: 700, color: blue });
  write(canvas, words, [104, 84], { size: 30, weight: 700 });
  line(
    canvas,
    [
      [72, 108],
      [888, 108],
    ],
    '#e1e4ea',
    2,
  );
}

function opening(canvas, at) {
  write(canvas, 'Abhyas', [WIDTH / 2, 220], { size: 64, weight: 700, align: 'center', color: blue });
  if (at > 1) write(canvas, 'Practise. Sit the test. See where your marks went.', [WIDTH / 2, 290], { align: 'center', color: soft });
}

function practise(canvas, at) {
  step(canvas, '1', 'Practise');
  write(canvas, 'A car gains 3 m/s in every second. How fast is it after 4 s?', [72, 156], { size: 24 });
  const isChosen = at > 7.5;
  const isVerified = at > 9.5;
  for (const [place, option] of ['7 m/s', '12 m/s', '16 m/s', '48 m/s'].entries()) {
    const isRight = place === 1;
    const border = isRight && isVerified ? green : isRight && isChosen ? blue : '#c9ced8';
    const color = isRight && isVerified ? '#e9f6ed' : isRight && isChosen ? '#eef0fc' : undefined;
    box(canvas, [72, 184 + place * 66, 380, 54], { border, color });
    write(canvas, `${place + 1}`, [96, 219 + place * 66], { size: 20, color: soft });
    write(canvas, option, [130, 219 + place * 66], { size: 22 });
  }
  box(canvas, [500, 184, 160, 54], { border: blue, color: isChosen ? blue : '#ffffff' });
  write(canvas, 'Verify', [580, 219], { size: 22, weight: 600, align: 'center', color: isChosen ? '#ffffff' : blue });
  if (!isVerified) return;
  write(canvas, 'Correct', [500, 290], { size: 28, weight: 700, color: green });
  if (at > 10.5) {
    write(canvas, 'Solution', [500, 340], { size: 20, weight: 600, color: soft });
    write(canvas, 'v = u + at', [500, 376], { size: 24 });
    write(canvas, '0 + 3 × 4 = 12 m/s', [500, 410], { size: 24 });
  }
}

function sit(canvas, at) {
  step(canvas, '2', 'Sit a test');
  const left = 10_800 - 61 * Math.floor(at - 13);
  const two = (value) => String(value).padStart(2, '0');
  const clock = `${two(Math.floor(left / 3600))} : ${two(Math.floor(left / 60) % 60)} : ${two(left % 60)}`;
  write(canvas, clock, [888, 84], { size: 26, weight: 600, align: 'right' });
  const answered = Math.floor(share(at, 13.5, 19.5) * 22);
  for (let number = 0; number < 40; number += 1) {
    const [column, row] = [number % 10, Math.floor(number / 10)];
    const isMarked = number % 7 === 4 && number < answered;
    const color = isMarked ? violet : number < answered ? green : '#ffffff';
    box(canvas, [72 + column * 62, 150 + row * 66, 50, 50], { border: number < answered ? color : '#c9ced8', color });
    write(canvas, String(number + 1), [97 + column * 62, 182 + row * 66], {
      size: 20,
      align: 'center',
      color: number < answered ? '#ffffff' : ink,
    });
  }
  const legend = [
    ['Answered', green],
    ['Marked for review', violet],
    ['Not visited', '#c9ced8'],
  ];
  for (const [place, [words, color]] of legend.entries()) {
    box(canvas, [712, 152 + place * 48, 26, 26], { border: color, color: place === 2 ? '#ffffff' : color });
    write(canvas, words, [752, 172 + place * 48], { size: 20, color: soft });
  }
  if (at > 19.5) write(canvas, 'A cut in the network costs no answer.', [72, 460], { size: 24, color: soft });
}

function report(canvas, at) {
  step(canvas, '3', 'See where your marks went');
  const chapters = [
    ['Kinematics', 0.82, green],
    ['Electrostatics', 0.64, blue],
    ['Optics', 0.31, amber],
  ];
  const grown = share(at, 21.5, 24);
  for (const [place, [name, right, color]] of chapters.entries()) {
    const y = 160 + place * 72;
    write(canvas, name, [72, y + 26], { size: 24 });
    box(canvas, [300, y, 440, 36], { border: '#e1e4ea' });
    box(canvas, [300, y, Math.max(12, 440 * right * grown), 36], { border: color, color });
    write(canvas, `${Math.round(100 * right * grown)}%`, [764, y + 27], { size: 24, weight: 600 });
  }
  if (at > 25) {
    box(canvas, [72, 396, 668, 66], { border: amber, color: '#fdf3e1' });
    write(canvas, 'Next: ten questions of Optics, the misses first', [100, 437], { size: 24, weight: 600 });
  }
}

/**
 * Draws the moment `at`, in seconds.
 * @public The page that draws the clip calls it.
 */
export function draw(canvas, at) {
  blank(canvas);
  if (at < 5) opening(canvas, at);
  else if (at < 13) practise(canvas, at);
  else if (at < 21) sit(canvas, at);
  else report(canvas, at);
}
