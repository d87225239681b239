import { i18n } from '../../../../platform/language.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { GeneralInstructions } from '../../../../session/screen/GeneralInstructions.tsx';
import { SectionTable } from '../../../../session/screen/SectionTable.tsx';
import type { TestPayload } from '../test-payload.ts';

interface InstructionsModalProps {
  info: TestPayload['test_info'];
  sections: TestPayload['sections'];
  isExamExact: boolean;
  onClose: () => void;
}

/** The instructions, reopened during the test. */
export default function InstructionsModal({ info, sections, isExamExact, onClose }: InstructionsModalProps) {
  return (
    <Dialog opened onClose={onClose} title={i18n.t('Instructions')} size="min(840px, 100%)">
      <SectionTable sections={sections} isNewNeetPattern={info.is_new_neet_pattern} />
      <GeneralInstructions timeKind={info.time_kind} isExamExact={isExamExact} />
    </Dialog>
  );
}
