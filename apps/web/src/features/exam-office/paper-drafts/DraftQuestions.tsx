import { Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconLock, IconLockOpen, IconPlus, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Question } from '../../../question/Question.tsx';
import buttons from '../../../ui/buttons.module.css';
import card from '../../../ui/card.module.css';
import chips from '../../../ui/chips.module.css';
import classes from './Composer.module.css';
import type { DraftKeeper, DraftState, Item } from './draft-keeper.ts';
import { ChooseQuestion } from './ChooseQuestion.tsx';
import { moved, withLock, without } from './draft-moves.ts';
import { subjectNameOf } from './patterns.ts';
import { placeInWords } from './question-place.ts';

type Shown = Pick<DraftState, 'plan' | 'items' | 'questions' | 'passages'>;

/** Above this number of questions, a paper first shows only the first line of each. */
const shortPaper = 30;
const nothing = () => undefined;

/** The questions of a paper by section, each with its buttons; without a keeper they can only be read. */
export function DraftQuestions({ draft, keeper }: { draft: Shown & Partial<DraftState>; keeper?: DraftKeeper }) {
  const [isFolded, setFolded] = useState(draft.items.length > shortPaper);
  const [said, say] = useState('');
  /** The section for which a question is being chosen. */
  const [choosing, choose] = useState<number | null>(null);
  const list = useRef<HTMLDivElement>(null);
  /** The element that gets the focus after the list is drawn again: the question at a position, or a button of a question. */
  const focus = useRef<{ place: number } | { question_id: number; act: string } | null>(null);
  useEffect(() => {
    const target = focus.current;
    if (!target) return;
    focus.current = null;
    const item = 'place' in target ? draft.items[target.place]?.question_id : target.question_id;
    const button = list.current?.querySelector<HTMLButtonElement>(
      `#question-${item} button[data-act="${'act' in target ? target.act : 'swap'}"]`,
    );
    (button?.disabled ? button.parentElement?.querySelector<HTMLButtonElement>('button:enabled') : button)?.focus();
  }, [draft.items]);
  if (draft.items.length === 0 && !keeper) return null;
  const move = (item: Item, by: -1 | 1) => {
    const items = moved(draft.items, item.question_id, by, draft.questions);
    if (!items || !keeper) return;
    focus.current = { question_id: item.question_id, act: by === -1 ? 'up' : 'down' };
    say(`Now question ${items.findIndex(({ question_id }) => question_id === item.question_id) + 1}.`);
    keeper.edit({ items });
  };
  const swap = async (item: Item) => {
    const place = draft.items.indexOf(item);
    await keeper?.swap(item.question_id);
    const now = keeper?.read();
    if (!now || now.items[place]?.question_id === item.question_id) return;
    say(`Question ${place + 1} was replaced.`);
    list.current?.querySelector<HTMLElement>(`#question-${now.items[place]?.question_id} button[data-act="swap"]`)?.focus();
  };
  const remove = (item: Item) => {
    const place = draft.items.indexOf(item);
    say(`Question ${place + 1} was removed.`);
    focus.current = { place: Math.max(0, Math.min(place, draft.items.length - 2)) };
    keeper?.edit({ items: without(draft.items, item.question_id, draft.questions) });
  };
  return (
    <div ref={list} className="grid gap-16">
      <div className="flex flex-wrap items-center justify-between gap-12">
        <h2>Questions</h2>
        <span className="flex flex-wrap gap-8">
          <button type="button" className={chips.chip} aria-pressed={!isFolded} onClick={() => setFolded(false)}>
            Whole questions
          </button>
          <button type="button" className={chips.chip} aria-pressed={isFolded} onClick={() => setFolded(true)}>
            First lines
          </button>
        </span>
      </div>
      <p role="status" className="unseen">
        {said}
      </p>
      {draft.plan.sections.map((section, at) => {
        const items = draft.items.filter((item) => item.section === at);
        if (items.length === 0 && !keeper) return null;
        const label = `${subjectNameOf(draft.plan, section.subject_id)}, ${section.name}`;
        return (
          <section key={at} className={card.card} aria-label={label}>
            <h3>{label}</h3>
            {items.length === 0 && <p className="text-14 text-ink-soft">No question yet.</p>}
            <ol className={`lined ${classes.questions}`}>
              {items.map((item, place) => (
                <QuestionRow
                  key={item.question_id}
                  item={item}
                  number={draft.items.indexOf(item) + 1}
                  draft={draft}
                  isFolded={isFolded}
                  isFirst={place === 0}
                  isLast={place === items.length - 1}
                  {...(keeper
                    ? {
                        onMove: (by: -1 | 1) => move(item, by),
                        onSwap: () => void swap(item),
                        onRemove: () => remove(item),
                        onLock: () => keeper.edit({ items: withLock(draft.items, item.question_id, !item.is_locked, draft.questions) }),
                      }
                    : {})}
                />
              ))}
            </ol>
            {keeper && (
              <Button
                variant="default"
                leftSection={<IconPlus size={18} aria-hidden />}
                disabled={(draft.busy ?? null) !== null}
                onClick={() => choose(at)}
                aria-label={`Choose a question for ${label}`}
              >
                Choose a question
              </Button>
            )}
          </section>
        );
      })}
      {keeper && choosing !== null && <ChooseQuestion keeper={keeper} draft={draft} section={choosing} onClose={() => choose(null)} />}
    </div>
  );
}

interface QuestionRowProps {
  item: Item;
  number: number;
  draft: Shown & Partial<DraftState>;
  isFolded: boolean;
  isFirst: boolean;
  isLast: boolean;
  onMove?: (by: -1 | 1) => void;
  onSwap?: () => void;
  onLock?: () => void;
  onRemove?: () => void;
}

/** A question is typeset once it is near the visible area. */
function useNear() {
  const element = useRef<HTMLLIElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!element.current || isNear) return;
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), { rootMargin: '600px 0px' });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isNear]);
  return { element, isNear };
}

function QuestionRow({ item, number, draft, isFolded, isFirst, isLast, onMove, onSwap, onLock, onRemove }: QuestionRowProps) {
  const { element, isNear } = useNear();
  const question = draft.questions.get(item.question_id);
  if (!question) return null;
  const passage_id = question.comprehension_question_id;
  const { is_locked } = item;
  const isBusy = (draft.busy ?? null) !== null;
  return (
    <li ref={element} id={`question-${item.question_id}`}>
      {isNear ? (
        <Question
          question={question}
          passage={(passage_id !== null && draft.passages.get(passage_id)) || null}
          heading={`Question ${number}`}
          place={placeInWords(question)}
          answer={null}
          isReadOnly
          isRevealed={false}
          isFolded={isFolded}
          onSelect={nothing}
          onEnter={nothing}
        />
      ) : (
        <div className={classes.space} />
      )}
      {onMove && (
        <div className={`flex items-center gap-8 ${classes.acts}`}>
          <Act
            act="swap"
            label={`Swap question ${number}`}
            title="Swap"
            Icon={IconRefresh}
            disabled={is_locked || isBusy}
            onPress={onSwap}
          />
          <Act
            act="lock"
            label={`Lock question ${number}`}
            title={is_locked ? 'Unlock' : 'Lock'}
            Icon={is_locked ? IconLock : IconLockOpen}
            disabled={isBusy}
            isPressed={is_locked}
            onPress={onLock}
          />
          <Act
            act="up"
            label={`Move question ${number} up`}
            title="Up"
            Icon={IconArrowUp}
            disabled={isFirst || isBusy}
            onPress={() => onMove(-1)}
          />
          <Act
            act="down"
            label={`Move question ${number} down`}
            title="Down"
            Icon={IconArrowDown}
            disabled={isLast || isBusy}
            onPress={() => onMove(1)}
          />
          <Act
            act="remove"
            label={`Remove question ${number}`}
            title="Remove"
            Icon={IconTrash}
            disabled={is_locked || isBusy}
            onPress={onRemove}
          />
        </div>
      )}
    </li>
  );
}

interface ActProps {
  /** The name by which the list finds the button to focus. */
  act: string;
  label: string;
  title: string;
  Icon: typeof IconRefresh;
  disabled: boolean;
  isPressed?: boolean;
  onPress: (() => void) | undefined;
}

function Act({ act, label, title, Icon, disabled, isPressed, onPress }: ActProps) {
  return (
    <button
      type="button"
      data-act={act}
      className={buttons.icon}
      disabled={disabled}
      aria-pressed={isPressed}
      onClick={onPress}
      aria-label={label}
      title={title}
    >
      <Icon size={20} aria-hidden />
    </button>
  );
}
