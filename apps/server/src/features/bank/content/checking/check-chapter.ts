import { faultsOfQuestion, isInteger, type PartOfQuestion, readKeys } from '@abhyas/contract/bank/authored-keys';
import { findingsOfTranslations } from '@abhyas/contract/bank/translations';
import type { FileCheck } from './checked-file.ts';
import type { QuestionEntry } from '@abhyas/contract/bank/authored-question';
import type { ChapterFile, CheatSheetFile } from '../reading/content-file.ts';

type Codes = ReadonlySet<unknown>;

/** Claims the code of the entry at this path for this file. Returns the code if it is valid. */
function claimCode({ checked, soundFields, lineOf }: FileCheck, path: readonly (string | number)[]): string | undefined {
  const { code } = soundFields(path);
  if (typeof code !== 'string') return undefined;
  checked.claims.push({ code, line: lineOf([...path, 'code']) });
  return code;
}

/** Claims the codes of a list. */
const claimCodes = (given: FileCheck, path: readonly (string | number)[]) =>
  given.entriesOf(path).flatMap((_entry, at) => claimCode(given, [...path, at]) ?? []);

function checkQuestion(
  question: PartOfQuestion,
  raw: unknown,
  at: number,
  topics: Codes,
  passages: Codes,
  { report, warn }: FileCheck,
): boolean {
  const place = ['questions', at];
  const isGiven = (field: string) => typeof raw === 'object' && raw !== null && field in raw;
  const { type, topic, passage } = question;
  if (topic && !topics.has(topic)) report([...place, 'topic'], `There is no topic ${topic} in this chapter`);
  if (passage && !passages.has(passage)) report([...place, 'passage'], `There is no passage ${passage} in this file`);
  for (const { path, what } of faultsOfQuestion(question, isGiven)) report([...place, ...path], what);
  for (const { level, path, what } of findingsOfTranslations(question, question.translations))
    (level === 'fault' ? report : warn)([...place, ...path], `in Hindi: ${what}`);
  if (!isGiven('solution')) warn(place, 'has no solution');
  if (type === 'numerical' && !isGiven('check')) warn(place, 'has no check, which would compute its answer');
  const keys = readKeys(question);
  return keys.length > 0 && keys.every((key) => 'key' in key);
}

function checkPassage(at: number, { soundFields, report, warn }: FileCheck): void {
  const { text = '', figure, translations } = soundFields(['passages', at]) as Partial<NonNullable<ChapterFile['passages']>[number]>;
  const source = { text, ...(figure ? { figure } : {}) };
  for (const { level, path, what } of findingsOfTranslations(source, translations))
    (level === 'fault' ? report : warn)(['passages', at, ...path], `in Hindi: ${what}`);
}

/** Replaces the author's answers by the stored keys. */
function withReadKeys(question: QuestionEntry): QuestionEntry {
  const [answer = question.answer, ...more] = readKeys(question).flatMap((read) => ('key' in read ? [read.key] : []));
  return { ...question, answer, ...(question.also_accepted ? { also_accepted: more } : {}) };
}

export function checkChapter(value: Record<string, unknown>, isSound: boolean, given: FileCheck): void {
  const { checked, soundFields, entriesOf, lineOf } = given;
  const code = claimCode(given, ['chapter']);
  const topics = claimCodes(given, ['chapter', 'topics']);
  const passages = new Set(claimCodes(given, ['passages']));
  for (const [at] of entriesOf(['passages']).entries()) checkPassage(at, given);
  const { subject } = soundFields(['chapter']) as Partial<ChapterFile['chapter']>;
  if (code) checked.chapterCode = { code, line: lineOf(['chapter', 'topics']), topics };
  for (const [at, raw] of entriesOf(['questions']).entries()) {
    const question = soundFields(['questions', at]) as PartOfQuestion;
    const questionCode = claimCode(given, ['questions', at]);
    const hasKeys = checkQuestion(question, raw, at, new Set(topics), passages, given);
    if (!questionCode) continue;
    checked.questions.push([
      questionCode,
      {
        ...(question.type ? { type: question.type } : {}),
        ...(subject ? { subject } : {}),
        ...(question.for ? { is_for_practice: question.for === 'practice' } : {}),
        ...(hasKeys ? { is_integer: isInteger(readKeys(question).flatMap((read) => ('key' in read ? [read.key] : []))) } : {}),
      },
    ]);
  }
  for (const [at, retired] of entriesOf(['retired']).entries()) {
    if (typeof retired !== 'string') continue;
    checked.claims.push({ code: retired, line: lineOf(['retired', at]) });
    checked.questions.push([retired, { is_retired: true }]);
  }
  const chapter = value as ChapterFile;
  if (isSound) checked.chapter = { ...chapter, questions: chapter.questions.map(withReadKeys) };
}

export function checkCheatSheet(value: Record<string, unknown>, isSound: boolean, given: FileCheck): void {
  const { checked, soundFields, lineOf } = given;
  claimCodes(given, ['quick_points']);
  const { chapter } = soundFields([]);
  if (typeof chapter === 'string') checked.chapterCode = { code: chapter, line: lineOf(['chapter']) };
  if (isSound) checked.cheatSheet = value as CheatSheetFile;
}
