// Contents: the dialog · the roll number · one answer
import { mendAnswerSheet } from '@abhyas/contract/exam-office/answer-sheets';
import { Button, Skeleton, TextInput } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { useSend } from '../../../platform/queries.ts';
import { ChoiceChips } from '../../../ui/ChoiceChips.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { plural } from '../../../ui/format.ts';
import { doubtWords, refreshSheets, type Sheet, type SheetsOfTest, useCrops } from './sheets.queries.ts';

interface Props {
  sheet: Sheet;
  sections: SheetsOfTest['sections'];
  onClose: () => void;
  /** Opens the next sheet with a doubt; null if this is the last. */
  onNext: (() => void) | null;
}

type Section = SheetsOfTest['sections'][number];
type Doubtful = Sheet['doubtful'][number];
type Reading = Pick<Doubtful, 'question' | 'options' | 'text'>;

const numberPattern = /^-?\d{1,8}(\.\d{1,6})?$/;

/** Shows every doubtful place of a sheet, beside the answer that was read there. */
export function MendSheet({ sheet, sections, onClose, onNext }: Props) {
  const sectionOf = sections.flatMap((section) => Array.from({ length: section.question_count }, () => section));
  const [roll, setRoll] = useState(sheet.roll_number);
  const [readings, setReadings] = useState<Reading[]>(
    sheet.doubtful.map(({ question, options, text: entered }) => ({ question, options, text: entered })),
  );
  const mend = useSend(mendAnswerSheet, { ownFailures: true });
  const isFaulty = readings.some(({ text: entered }) => entered !== null && entered !== '' && !numberPattern.test(entered));
  const change = (reading: Reading) => setReadings((former) => former.map((one) => (one.question === reading.question ? reading : one)));
  const save = (then: () => void) =>
    mend.mutate(
      {
        id: sheet.id,
        ...(roll.trim() !== sheet.roll_number || sheet.roll_doubt || sheet.student_id === null ? { roll_number: roll.trim() } : {}),
        answers: readings.map((one) => ({ ...one, text: one.text || null })),
      },
      {
        onSuccess: () => {
          void refreshSheets();
          then();
        },
      },
    );
  const doubts = sheet.doubtful.length + (sheet.roll_doubt ? 1 : 0);
  const crops = useCrops(sheet.id, doubts > 0);
  const cropOf = new Map(crops.data?.answers.map(({ question, crop }) => [question, crop]));
  return (
    <FormDialog
      title={`${sheet.student_name ?? 'Answer sheet'}: ${doubts === 0 ? 'roll number' : plural(doubts, 'doubt')}`}
      size={560}
      onClose={onClose}
      isBusy={mend.isPending}
      failure={mend.error && messageOf(mend.error)}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isFaulty) save(onNext ?? onClose);
      }}
      actions={
        <>
          {onNext && (
            <Button variant="default" disabled={isFaulty} onClick={() => save(onClose)}>
              Save and close
            </Button>
          )}
          <Button type="submit" loading={mend.isPending} disabled={isFaulty}>
            {onNext ? 'Save, next sheet' : 'Save'}
          </Button>
        </>
      }
    >
      <div className="grid gap-24">
        <div className="grid gap-8">
          {crops.isLoading && <Skeleton height={40} />}
          {crops.error && (
            <p role="alert" className="font-medium text-incorrect">
              The pictures of the doubts are not loaded. {messageOf(crops.error)}
            </p>
          )}
          {crops.data?.roll_number && <Crop jpeg={crops.data.roll_number} alt="Roll number as it was marked" />}
          <TextInput
            label="Roll number"
            description={sheet.roll_doubt ? doubtWords[sheet.roll_doubt.why] : undefined}
            maxLength={40}
            value={roll}
            onChange={({ target }) => setRoll(target.value)}
          />
        </div>
        {sheet.doubtful.map((doubtful) => {
          const reading = readings.find(({ question }) => question === doubtful.question);
          const section = sectionOf[doubtful.question - 1];
          return reading && section ? (
            <Doubt
              key={doubtful.question}
              doubtful={doubtful}
              crop={cropOf.get(doubtful.question)}
              section={section}
              reading={reading}
              onChange={change}
            />
          ) : null;
        })}
      </div>
    </FormDialog>
  );
}

const Crop = ({ jpeg, alt }: { jpeg: string; alt: string }) => (
  <img className="max-w-full border border-line rounded-control" src={`data:image/jpeg;base64,${jpeg}`} alt={alt} />
);

interface DoubtProps {
  doubtful: Doubtful;
  /** The picture of the place, if there is one and it is loaded. */
  crop: string | undefined;
  section: Section;
  reading: Reading;
  onChange: (reading: Reading) => void;
}

const options = [1, 2, 3, 4].map((id) => ({ id, name: String(id) }));

/** The effect of a choice, in words. */
function effectOf(count: number, hasSeveral: boolean): string {
  if (count === 0) return 'Counts as not answered.';
  return count > 1 && !hasSeveral ? 'Two marks count as a wrong answer.' : 'Counts as this answer.';
}

function Doubt({ doubtful, crop, section, reading, onChange }: DoubtProps) {
  const { question, doubt } = doubtful;
  const label = `Question ${question}: ${doubtWords[doubt.why].toLowerCase()}`;
  const isFaulty = reading.text !== null && reading.text !== '' && !numberPattern.test(reading.text);
  return (
    <div className="grid gap-8">
      {crop && <Crop jpeg={crop} alt={`Question ${question} as it was marked`} />}
      {section.is_numerical ? (
        <TextInput
          label={label}
          description="Leave it empty if nothing was answered."
          inputMode="decimal"
          maxLength={16}
          value={reading.text ?? ''}
          error={isFaulty ? 'Enter a number, such as 12 or -0.5.' : null}
          onChange={({ target }) => onChange({ ...reading, text: target.value.trim() })}
        />
      ) : (
        <>
          <ChoiceChips
            label={label}
            options={options}
            chosen={reading.options}
            onChange={(chosen) => onChange({ ...reading, options: chosen.toSorted((a, b) => a - b) })}
          />
          <p className="text-14 text-ink-soft">{effectOf(reading.options.length, section.has_several)}</p>
        </>
      )}
    </div>
  );
}
