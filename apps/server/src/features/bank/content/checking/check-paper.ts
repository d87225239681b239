import { faultsOfPaper, presets } from '@abhyas/exam/tests/presets';
import type { FileCheck } from './checked-file.ts';
import type { PaperFile } from '../reading/content-file.ts';
import { isPreset, sectionsOfPaper } from '../reading/paper-sections.ts';

type Section = Partial<PaperFile['sections'][number]>;

function checkHeader({ opens_at, closes_at, preset, minutes, mode, institute }: Partial<PaperFile['paper']>, { report }: FileCheck): void {
  if (opens_at && closes_at && new Date(opens_at) >= new Date(closes_at))
    report(['paper', 'closes_at'], 'The window closes before it opens');
  if (preset !== undefined && !isPreset(preset))
    report(['paper', 'preset'], `There is no preset ${preset}; there are ${Object.keys(presets).join(', ')}`);
  if (preset === undefined && minutes === undefined) report(['paper'], 'A paper without a preset needs its minutes');
  if (mode && (mode === 'institute') !== (institute !== undefined))
    report(['paper'], 'A paper of an institute must name its institute, and other papers must not');
}

function checkSection(section: Section, at: number, hasPreset: boolean, { report }: FileCheck): void {
  const { type, correct, incorrect, attempt_limit, limit_kind, partial, questions } = section;
  if (!hasPreset && (!type || correct === undefined || incorrect === undefined))
    report(['sections', at], 'A section without a preset needs its type, correct and incorrect');
  if ((attempt_limit === undefined) !== (limit_kind === undefined)) report(['sections', at], 'attempt_limit and limit_kind go together');
  if (attempt_limit !== undefined && questions && attempt_limit > questions.length)
    report(['sections', at, 'attempt_limit'], `attempt_limit is ${attempt_limit} of ${questions.length} questions`);
  if (partial && type && type !== 'multiple_option')
    report(['sections', at, 'partial'], 'Only multiple_option sections give partial marks');
}

/** Checks a single paper; its questions are looked up once all files are read. */
export function checkPaper(value: Record<string, unknown>, isSound: boolean, given: FileCheck): void {
  const { checked, report, soundFields, entriesOf, lineOf } = given;
  const header = soundFields(['paper']) as Partial<PaperFile['paper']>;
  const hasPreset = isPreset(header.preset);
  // A field with a wrong structure is already reported, and not missing.
  if (isSound) checkHeader(header, given);
  const rules = isSound && (hasPreset || header.preset === undefined) ? sectionsOfPaper(value as PaperFile) : [];
  const seen = new Set<string>();
  for (const at of entriesOf(['sections']).keys()) {
    const section = soundFields(['sections', at]) as Section;
    if (isSound) checkSection(section, at, header.preset !== undefined, given);
    for (const [number, code] of entriesOf(['sections', at, 'questions']).entries()) {
      if (typeof code !== 'string') continue;
      const place = ['sections', at, 'questions', number];
      if (seen.has(code)) report(place, `${code} is in this paper twice`);
      seen.add(code);
      checked.named.push({
        code,
        line: lineOf(place),
        ...(section.subject ? { subject: section.subject } : {}),
        ...(rules[at] ? { question_type: rules[at].question_type } : {}),
        integer: rules[at]?.integer ?? false,
      });
    }
  }
  if (header.code) {
    checked.claims.push({ code: header.code, line: lineOf(['paper', 'code']) });
    checked.paperCode = {
      code: header.code,
      institute: header.institute ?? null,
      line: lineOf(['sections']),
      questions: checked.named.map(({ code }) => code),
    };
  }
  if (isPreset(header.preset) && rules.length > 0) for (const fault of faultsOfPaper(header.preset, rules)) report(['sections'], fault);
  if (isSound) checked.paper = value as PaperFile;
}
