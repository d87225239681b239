import { getDraftKeys, getDraftToPrint, getTestKeys, getTestToPrint } from '@abhyas/contract/exam-office/paper-print';
import { Skeleton } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useLocation, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall } from '../../../platform/queries.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { type Choices, PrintChoices } from './PrintChoices.tsx';
import { PrintPreview } from './PrintPreview.tsx';
import type { PrintedPaper } from './set-paper.ts';

/** /staff/papers/{id}/print and /staff/tests/{id}/print: question paper, answer sheet, key and solutions as pages. */
export default function PrintPage() {
  const { id = '' } = useParams({ strict: false });
  const isDraft = useLocation({ select: ({ pathname }) => pathname.startsWith('/staff/papers/') });
  const draft = useCall(getDraftToPrint, { id: Number(id) }, { staleTime: 0, enabled: isDraft });
  const test = useCall(getTestToPrint, { id: Number(id) }, { staleTime: 0, enabled: !isDraft });
  const paper = isDraft ? draft : test;
  const back = isDraft
    ? ({ link: { to: '/staff/papers/$id', params: { id } }, label: 'Back to the paper' } as const)
    : ({ link: { to: '/staff/tests/$id', params: { id } }, label: 'Back to the test' } as const);
  return (
    <>
      {/* While this page is open, A4 pages are printed with their own margins, and nothing else of the site is printed. */}
      <style>{'@page { size: A4 portrait; margin: 0 } @media print { header:has(h1) { display: none !important } }'}</style>
      <PageTitle back={back}>{paper.data ? `Print: ${paper.data.name}` : 'Print'}</PageTitle>
      <Loaded query={paper} skeleton={<Skeleton height={420} radius="lg" />}>
        {(data) =>
          data.questions.length === 0 ? (
            <EmptyState
              icon={<IconPrinter size={26} />}
              title="This paper has no questions yet"
              action={<ButtonLink {...back.link}>{back.label}</ButtonLink>}
            >
              Fill it with questions first; then it can be printed.
            </EmptyState>
          ) : (
            <Print key={`${isDraft} ${id}`} paper={data} kind={isDraft ? 'draft' : 'test'} />
          )
        }
      </Loaded>
    </>
  );
}

function Print({ paper, kind }: { paper: PrintedPaper; kind: 'draft' | 'test' }) {
  const [choices, setChoices] = useState<Choices>({ parts: ['paper'], set: 'A', rough: 'none', mark: '', hasHindi: false });
  const wantsKeys = paper.may_read_keys && choices.parts.some((part) => part === 'key' || part === 'solutions');
  const input = { id: paper.id };
  const ofDraft = useCall(getDraftKeys, input, { staleTime: 0, enabled: wantsKeys && kind === 'draft', ownFailures: true });
  const ofTest = useCall(getTestKeys, input, { staleTime: 0, enabled: wantsKeys && kind === 'test', ownFailures: true });
  const keys = kind === 'draft' ? ofDraft : ofTest;
  const [isReady, setReady] = useState(false);
  return (
    <>
      <PrintChoices paper={paper} kind={kind} choices={choices} onChange={setChoices} isReady={isReady} />
      {wantsKeys ? (
        <Loaded query={keys} skeleton={<Skeleton height={420} radius="lg" />}>
          {(data) => <PrintPreview paper={paper} kind={kind} choices={choices} keys={data.keys} onReady={setReady} />}
        </Loaded>
      ) : (
        <PrintPreview paper={paper} kind={kind} choices={choices} keys={null} onReady={setReady} />
      )}
    </>
  );
}
