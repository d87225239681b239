import {
  BUBBLE_RADIUS,
  type SheetCode,
  sheetCode,
  sheetPages,
  type SheetPage,
  type SheetSection,
  sheetSize,
} from '@abhyas/exam/exam-office/answer-sheet';
import { encode } from 'uqr';
import classes from './Print.module.css';

interface Props {
  name: string;
  institute: { name: string; logo: string | null };
  mark: string;
  code: Omit<SheetCode, 'page'>;
  sections: readonly SheetSection[];
}

/** The pages of an answer sheet, drawn in mm at the places that `answer-sheet.ts` computes. */
export function AnswerSheet({ sections, ...more }: Props) {
  const pages = sheetPages(sections);
  return pages.map((page) => <Page key={page.page} page={page} count={pages.length} {...more} />);
}

/** Dark modules of the code as one path in a square of its size. */
function Code({ text, x, y, size }: { text: string; x: number; y: number; size: number }) {
  const { data, size: modules } = encode(text, { ecc: 'M', border: 2 });
  const path = data.flatMap((row, at) => row.flatMap((isDark, column) => (isDark ? `M${column} ${at}h1v1h-1z` : []))).join('');
  return <path d={path} transform={`translate(${x} ${y}) scale(${size / modules})`} />;
}

/** The longest name that one line of the head holds. */
const nameLength = 52;
const cut = (text: string) => (text.length > nameLength ? `${text.slice(0, nameLength - 1)}…` : text);

const howTo = [
  'Fill the bubble of an answer completely, with a black or blue pen.',
  'Write your roll number in the boxes and fill the bubble of each digit.',
  'Do not fold this sheet, and write nothing on the squares in its corners.',
];
const fields = [
  { label: 'Name', from: 16, to: 112, y: 43 },
  { label: 'Date', from: 16, to: 52, y: 54 },
  { label: 'Signature', from: 56, to: 112, y: 54 },
];

interface WordsProps {
  x: number;
  y: number;
  /** Height of the letters in mm. */
  size: number;
  isBold?: boolean;
  anchor?: 'start' | 'middle' | 'end';
  fill?: string;
  children: string;
}

const Words = ({ size, isBold = false, anchor = 'start', fill = '#000', ...place }: WordsProps) => (
  <text {...place} fontSize={size} fontWeight={isBold ? 650 : 400} textAnchor={anchor} fill={fill} />
);

function Page({ page, count, name, institute, mark, code }: Omit<Props, 'sections'> & { page: SheetPage; count: number }) {
  const title = `Answer sheet, set ${code.set}${count > 1 ? `, page ${page.page} of ${count}` : ''}`;
  const left = institute.logo ? 28 : 16;
  return (
    <section className={`${classes.page} relative w-[210mm] h-[297mm] overflow-hidden bg-white ${classes.paper}`} aria-label={title}>
      <svg className={classes.sheet} viewBox={`0 0 ${sheetSize.width} ${sheetSize.height}`} role="img" aria-label={`${title}: ${name}`}>
        {page.corners.map(({ x, y, size }) => (
          <rect key={`${x} ${y}`} x={x} y={y} width={size} height={size} />
        ))}
        <Code text={sheetCode({ ...code, page: page.page })} {...page.code} />
        {institute.logo && <image href={institute.logo} x="16" y="13.5" width="10" height="10" preserveAspectRatio="xMinYMid meet" />}
        <Words x={left} y={17.5} size={3.6} isBold>
          {cut(institute.name)}
        </Words>
        <Words x={left} y={22.5} size={3.2}>
          {cut(name)}
        </Words>
        <Words x={16} y={32} size={4.6} isBold>
          {title}
        </Words>
        {fields.map(({ label, from, to, y }) => (
          <g key={label}>
            <Words x={from} y={y} size={3}>
              {label}
            </Words>
            <line x1={from + label.length * 1.7 + 2} x2={to} y1={y + 0.6} y2={y + 0.6} stroke="#000" strokeWidth="0.2" />
          </g>
        ))}
        {howTo.map((line, at) => (
          <Words key={line} x={22} y={64 + at * 4.6} size={2.8}>
            {line}
          </Words>
        ))}
        <circle cx="18" cy="63" r={BUBBLE_RADIUS} />
        <Words x={119.3} y={18.5} size={3.4} isBold>
          Roll number
        </Words>
        <Words x={183} y={50} size={11} isBold anchor="middle">
          {code.set}
        </Words>
        <Words x={183} y={55.5} size={3} anchor="middle">
          Set
        </Words>
        <Words x={105} y={289} size={3.4} anchor="middle" fill="#777">
          {mark}
        </Words>
        {page.boxes.map(({ x, y, width, height }) => (
          <rect key={`${x} ${y}`} x={x} y={y} width={width} height={height} fill="none" stroke="#000" strokeWidth="0.2" />
        ))}
        {page.points.map(({ x, y }) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r="0.5" />
        ))}
        {page.labels.map(({ kind, text, x, y }) =>
          kind === 'section' ? (
            <Words key={`${text} ${x} ${y}`} x={x} y={y + 1} size={2.9} isBold>
              {text.length > 21 ? `${text.slice(0, 20)}…` : text}
            </Words>
          ) : (
            <Words key={`${x} ${y}`} x={x} y={y + 1.1} size={3.1} isBold anchor="end">
              {text}
            </Words>
          ),
        )}
        {page.bubbles.map(({ x, y, value, question, column }) => (
          <g key={`${question} ${column} ${value}`} data-bubble={`${question ?? 'roll'} ${column} ${value}`}>
            <circle cx={x} cy={y} r={BUBBLE_RADIUS} fill="none" stroke="#444" strokeWidth="0.2" />
            <Words x={x} y={y + 0.85} size={2.4} anchor="middle" fill="#777">
              {value === '-' ? '−' : value}
            </Words>
          </g>
        ))}
      </svg>
    </section>
  );
}
