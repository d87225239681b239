import { type PresetName, presets } from '@abhyas/exam/tests/presets';
import { questionTypes } from '@abhyas/exam/bank/question';
import { subjectName } from '@abhyas/exam/bank/subjects';
import type { SectionRules } from '@abhyas/exam/tests/sections';
import { type PaperFile, subjectCodes } from './content-file.ts';

export const isPreset = (name: string | undefined): name is PresetName => name !== undefined && name in presets;

/** The sections of a paper for marking: the preset's rules, overridden by the file. `section` is 0 for A, 1 for B … within its subject. */
export function sectionsOfPaper({ paper, sections }: PaperFile): (SectionRules & { section: number })[] {
  const preset = isPreset(paper.preset) ? presets[paper.preset] : undefined;
  const sectionsOfSubject = new Map<string, number>();
  let first_position = 0;
  return sections.map((entry, at) => {
    const rules = preset?.sections[at];
    const subject_id = subjectCodes[entry.subject];
    const section = sectionsOfSubject.get(subjectName(subject_id)) ?? 0;
    sectionsOfSubject.set(subjectName(subject_id), section + 1);
    const begin = first_position;
    first_position += entry.questions.length;
    return {
      name: entry.name,
      section,
      subject_id,
      question_type: entry.type ? questionTypes[entry.type] : (rules?.question_type ?? 0),
      question_count: entry.questions.length,
      first_position: begin,
      attempt_limit: entry.attempt_limit ?? rules?.attempt_limit ?? null,
      limit_kind: entry.limit_kind ?? rules?.limit_kind ?? null,
      integer: entry.integer ?? rules?.integer ?? false,
      correct: entry.correct ?? rules?.correct ?? 4,
      incorrect: entry.incorrect ?? rules?.incorrect ?? -1,
      unattempted: rules?.unattempted ?? 0,
      partial: entry.partial ?? rules?.partial ?? null,
    };
  });
}
