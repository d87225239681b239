import { getChapterQuickpointList } from '@abhyas/contract/bank/cheat-sheets';
import type { Value } from '@abhyas/contract/endpoint';
import type { Checkpoint } from '@abhyas/contract/bank/catalogue';
import { Button } from '@mantine/core';
import { IconDeviceMobileDown, IconDeviceMobileCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { callOrKept, forgetAnswer } from '../../../platform/kept-answers.ts';
import { i18n } from '../../../platform/language.ts';
import { useUser } from '../../../platform/user.ts';
import { dropTopic, keepTopic, keptTopics } from '../../../session/kept-topics.ts';
import { formatBytes } from '../../../ui/format.ts';
import classes from './KeepOffline.module.css';

interface Props {
  topics: readonly Value<typeof Checkpoint>[];
  /** The chapter whose cheat sheet is kept with the questions; null if it has none. */
  cheatSheetOf: number | null;
}

/** Keeps the chapter's practice and its cheat sheet on the device with one press, and says how much room they take. */
export function KeepOffline({ topics, cheatSheetOf }: Props) {
  const user = useUser();
  const open = topics.filter(({ has_access }) => has_access);
  const [kept, setKept] = useState(() => (user ? keptTopics(user.id) : []));
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  if (!user || open.length === 0) return null;
  const own = kept.filter(({ topic_id }) => open.some(({ id }) => id === topic_id));
  const isKept = own.length === open.length;
  const size = formatBytes(own.reduce((sum, { bytes }) => sum + bytes, 0));

  const change = async (act: (topic_id: number) => Promise<unknown>) => {
    setBusy(true);
    setFailure(null);
    try {
      for (const { id } of open) await act(id);
      if (cheatSheetOf !== null) await (isKept ? forgetAnswer : callOrKept)(getChapterQuickpointList, { chapter_id: cheatSheetOf });
    } catch (error) {
      setFailure(messageOf(error));
    }
    setKept(keptTopics(user.id));
    setBusy(false);
  };

  return (
    <div className={`flex flex-wrap items-center gap-12 mt-24 px-4 py-8 text-ink-soft ${classes.keep}`}>
      {isKept ? <IconDeviceMobileCheck size={22} aria-hidden /> : <IconDeviceMobileDown size={22} aria-hidden />}
      <p>
        {isKept ? i18n.t('On this device: {size}', { size }) : i18n.t('Practise without a network')}
        <span role={failure ? 'alert' : undefined}>
          {failure ??
            (isKept
              ? i18n.t('Opens without a network; answers are sent when it is back.')
              : cheatSheetOf === null
                ? i18n.t('Keeps {count, plural, one {# topic} other {# topics}} with pictures.', { count: open.length })
                : i18n.t('Keeps {count, plural, one {# topic} other {# topics}} with pictures, and the cheat sheet.', {
                    count: open.length,
                  }))}
        </span>
      </p>
      <Button
        variant={isKept ? 'subtle' : 'default'}
        loading={isBusy}
        onClick={() => void change(isKept ? (id) => dropTopic(user.id, id) : (id) => keepTopic(user.id, id))}
      >
        {isKept ? i18n.t('Remove') : i18n.t('Keep')}
      </Button>
    </div>
  );
}
