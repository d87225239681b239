import { objectTypes, sessionTypes } from '@abhyas/contract/bank/catalogue';
import { getReviseQuestionsForChapters } from '@abhyas/contract/practice/practice';
import { useParams, useSearch } from '@tanstack/react-router';
import { call } from '../../../platform/call.ts';
import { i18n } from '../../../platform/language.ts';
import { useOpeningStudent } from '../../../session/screen/useOpeningStudent.ts';
import { NotFound } from '../../../ui/NotFound.tsx';
import { subjectOf } from '../../../ui/subject.ts';
import { Practice } from './Practice.tsx';

const tags = ['Revise', 'Doubts'] as const;

/**
 * /chapter_revise/{id}: the missed questions of a chapter, due ones first; /mistakes/redo: the whole mistake book's questions due today;
 * /bookmark/{type}/practise: ten bookmarks. With `wrong_of` the wrong questions of that session.
 */
export default function RevisePage() {
  const { id, type } = useParams({ strict: false });
  const search = useSearch({ strict: false });
  const { wrong_of } = search;
  const subject = subjectOf(search.subject ?? '');
  const bookmarked = tags.find((tag) => tag.toLowerCase() === type?.toLowerCase());
  const student = useOpeningStudent(true);
  if (!student) return null;
  if (type !== undefined && !bookmarked) return <NotFound />;
  const isBook = id === undefined;
  // not translated: a key
  const source = wrong_of === undefined ? [bookmarked, subject].filter(Boolean).join(' ') : `session ${wrong_of}`;
  const object = {
    id: isBook ? student.id : Number(id),
    object_type: isBook ? objectTypes.skill : objectTypes.chapter,
    session_type: sessionTypes.revise,
  };
  return (
    <Practice
      key={`${object.id} ${source}`}
      student={student}
      object={source ? { ...object, source } : object}
      isRevise
      fetchPayload={() =>
        call(getReviseQuestionsForChapters, {
          ...object,
          ...(bookmarked ? { bookmarked, ...(subject ? { subject } : {}) } : {}),
          ...(wrong_of === undefined ? {} : { wrong_of }),
        })
      }
      title={bookmarked ? i18n.t('Bookmarks') : isBook ? i18n.t('Mistake Book') : i18n.t('Revise Misses')}
      back={
        bookmarked
          ? { link: { to: '/bookmark/$type', params: { type: bookmarked.toLowerCase() } }, label: i18n.t('Back to the bookmarks') }
          : { link: { to: '/mistakes' }, label: i18n.t('Back to the Mistake Book') }
      }
      whenEmpty={i18n.t('These questions are in a test that you have begun. They return when the test is over.')}
    />
  );
}
