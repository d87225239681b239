import type { Answer } from '@abhyas/contract/endpoint';
import type { getTestToPrint } from '@abhyas/contract/exam-office/paper-print';
import { questionTypes } from '@abhyas/exam/bank/question';
import { formatMarks, formatNumber } from '../../../ui/format.ts';

// A paper of both languages prints these sentences below the English ones. They are not in the catalogue, because the console is in English.

const words: Readonly<Record<string, string>> = {
  Physics: 'भौतिकी',
  Chemistry: 'रसायन',
  Maths: 'गणित',
  Biology: 'जीव विज्ञान',
  Botany: 'वनस्पति विज्ञान',
  Zoology: 'प्राणि विज्ञान',
  Section: 'खंड',
};

/** The title of a section: 'भौतिकी, खंड A'. */
export const titleInHindi = (title: string): string => title.replaceAll(/\p{L}+/gu, (word) => words[word] ?? word);

export function rulesInHindi({
  question_type,
  integer,
  attempt_limit,
  correct,
  incorrect,
  partial,
}: Answer<typeof getTestToPrint>['sections'][number]): string {
  const form = {
    [questionTypes.four_options]: 'एक विकल्प सही है।',
    [questionTypes.comprehension]: 'एक विकल्प सही है।',
    [questionTypes.multiple_option]: 'एक या अधिक विकल्प सही हैं।',
    [questionTypes.numerical]: integer ? 'उत्तर एक पूर्णांक है।' : 'उत्तर एक संख्या है।',
  }[question_type];
  const limit = attempt_limit === null ? '' : ` कोई ${attempt_limit} करें; केवल पहले ${attempt_limit} उत्तर गिने जाते हैं।`;
  const partly = partial
    ? ` सही विकल्पों में से ${partial.map((_marks, at) => at + 1).join(', ')} चुनने पर ${partial.map(formatMarks).join(', ')}।`
    : '';
  const wrong = incorrect === 0 ? 'गलत उत्तर पर कोई अंक नहीं कटता' : `गलत उत्तर पर −${-incorrect}`;
  return `${form}${limit} सही उत्तर पर +${correct}, ${wrong}।${partly}`;
}

/** '180 प्रश्न · 720 अंक · 3 घंटे 20 मिनट'. */
export function factsInHindi(questions: number, marks: string, seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const time = [
    ...(minutes >= 60 ? [`${Math.floor(minutes / 60)} घंटे`] : []),
    ...(minutes % 60 > 0 || minutes === 0 ? [`${minutes % 60} मिनट`] : []),
  ].join(' ');
  return `${formatNumber(questions)} प्रश्न · ${marks} अंक · ${time}`;
}

export const passageInHindi = (first: number, last: number): string =>
  first === last ? `प्रश्न ${first} के लिए गद्यांश` : `प्रश्न ${first} से ${last} के लिए गद्यांश`;

export const hindi = {
  name: 'नाम',
  rollNumber: 'रोल नंबर',
  instructions: 'निर्देश',
  sections: (count: number) =>
    count === 1 ? 'पेपर में एक खंड है। प्रश्नों का रूप और अंक उसके आरंभ में लिखे हैं।' : `पेपर में ${count} खंड हैं। प्रश्नों का रूप और अंक हर खंड के आरंभ में लिखे हैं।`,
  sameSet: (set: string) => `देख लें कि आपका उत्तर पत्रक भी सेट ${set} का है, और हर उत्तर प्रश्न की संख्या पर ही भरें।`,
  englishCounts: 'जहाँ प्रश्न की अंग्रेज़ी और हिन्दी में अंतर हो, वहाँ अंग्रेज़ी मान्य है।',
  roughOnlyThere: 'रफ़ कार्य केवल उसके लिए दी गई जगह पर करें।',
  wait: 'कहे जाने से पहले पेपर न खोलें।',
  answer: 'उत्तर',
  roughWork: 'रफ़ कार्य के लिए जगह',
} as const;
