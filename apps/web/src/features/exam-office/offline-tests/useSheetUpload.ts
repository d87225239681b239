import { i18n } from '../../../platform/language.ts';
// Contents: state of the dialog · choosing · making one file · sending · continuing after a reload
import { beginUpload, getSignedUrl } from '@abhyas/contract/institute/stored-files';
import { updateAnswerSheetUrl } from '@abhyas/contract/exam-office/offline-tests';
import { Problem } from '@abhyas/contract/problem';
import { answerSheetExtensions, extensionOf, fileKindOf, MOST_FILE_BYTES } from '@abhyas/exam/institute/file-kinds';
import { useEffect, useRef, useState } from 'react';
import { call, serverWords } from '../../../platform/call.ts';
import { type BegunUpload, uploadFile } from '../../../platform/upload.ts';
import { findDraft, forgetDraft, keepDraft } from '../../../platform/upload-drafts.ts';
import { type OfflineTest, purposeOf, refreshTests } from './offline-tests.queries.ts';
import { jpegOf } from '../../../platform/jpeg-photo.ts';
import { pdfOfPhotos } from './photo-pdf.ts';

export const NO_FILE = /*i18n*/ 'Please upload the file and click on submit';
export const TOO_LARGE = /*i18n*/ 'File should be less than 100 MB.';
const SIGNING_FAILED = /*i18n*/ 'Something went wrong please contact us!';
const RECORDING_FAILED = /*i18n*/ 'Something went wrong please try again, if issue persists please contact us!';
const mostPhotos = 60;

export interface ChosenFile {
  name: string;
  bytes: Blob;
}

export type UploadPhase = 'choosing' | 'making' | 'sending' | 'recording';

interface UploadState {
  files: ChosenFile[];
  phase: UploadPhase;
  /** Bytes sent so far, and bytes in all. */
  sent: number;
  all: number;
  /** Why the upload stopped, or why the chosen files are refused. */
  fault: string | null;
  /** Whether the files were chosen on an earlier visit to this page. */
  isResumed: boolean;
}

const isPhoto = ({ name }: ChosenFile) => fileKindOf(extensionOf(name)) === 'Image';
type SheetExtension = (typeof answerSheetExtensions)[number];
const sheetExtension = (name: string): SheetExtension | undefined => answerSheetExtensions.find((one) => one === extensionOf(name));

/** Why files cannot be chosen together, as a sentence; null if they can. */
export function faultOfChoice(files: readonly ChosenFile[]): string | null {
  if (files.some(({ name }) => !sheetExtension(name))) return i18n.t('Choose photos, a PDF or a Word document (.pdf, .doc, .docx).');
  if (files.some(({ bytes }) => bytes.size > MOST_FILE_BYTES)) return i18n.t(TOO_LARGE);
  if (files.some(({ bytes }) => bytes.size === 0)) return i18n.t('This file is empty.');
  if (files.length > 1 && !files.every(isPhoto)) return i18n.t('Choose several photos, or one document.');
  if (files.length > mostPhotos) return i18n.t('Choose at most {most} photos for one sheet.', { most: mostPhotos });
  return null;
}

/** Ends the upload with the fixed text at a defect of the server; otherwise the upload would keep trying, as with a busy server. */
function failSigning(failure: unknown): never {
  throw failure instanceof Problem && failure.code === 'defect' ? new Error(i18n.t(SIGNING_FAILED), { cause: failure }) : failure;
}

/** Makes one file of the chosen ones. Photos become one PDF; a single file that this device cannot read is sent unchanged. */
async function madeOf(files: readonly ChosenFile[]): Promise<ChosenFile> {
  const [first] = files;
  if (!first) throw new Error(i18n.t('Nothing was chosen'));
  if (!isPhoto(first)) return first;
  try {
    const pages = [];
    for (const { bytes } of files) pages.push(await jpegOf(bytes));
    return { name: i18n.t('Answer sheet.pdf'), bytes: pdfOfPhotos(pages) };
  } catch {
    if (files.length === 1) return first;
    throw new Problem('refused_file', i18n.t('This device cannot open one of the photos. Take it again here, or send it by itself.'));
  }
}

/**
 * Hands in a sheet for a test. The device keeps the chosen files until the server has them, so that the upload continues after a reload.
 */
export function useSheetUpload(student_id: number, test: OfflineTest, onDone: () => void) {
  const [state, setState] = useState<UploadState>({ files: [], phase: 'choosing', sent: 0, all: 0, fault: null, isResumed: false });
  const purpose = purposeOf(test);
  const under = useRef<AbortController | null>(null);
  const kept = useRef<{ made: ChosenFile | null; begun: BegunUpload | null }>({ made: null, begun: null });
  const change = (part: Partial<UploadState>) => setState((former) => ({ ...former, ...part }));
  const keep = (files: ChosenFile[]) => void keepDraft({ student_id, purpose, files, ...kept.current });

  const choose = (files: ChosenFile[]) => {
    const fault = faultOfChoice(files);
    if (fault) return change({ fault });
    kept.current = { made: null, begun: null };
    change({ files, fault: null, isResumed: false });
    if (files.length > 0) keep(files);
    else void forgetDraft(student_id, purpose);
  };

  const send = async (files: ChosenFile[]) => {
    const stop = new AbortController();
    under.current = stop;
    const { signal } = stop;
    change({ phase: 'making', fault: null });
    // The message for a failure that has no message of its own. It depends on the step that was reached.
    let words = i18n.t(RECORDING_FAILED);
    try {
      const made = (kept.current.made ??= await madeOf(files));
      if (made.bytes.size > MOST_FILE_BYTES) throw new Problem('too_large', i18n.t(TOO_LARGE));
      keep(files);
      change({ phase: 'sending', sent: 0, all: made.bytes.size });
      const named = { file_extension: sheetExtension(made.name) ?? 'pdf', file_name: made.name };
      words = SIGNING_FAILED;
      const file_url = await uploadFile(
        made.bytes,
        {
          sign: (bytes) => call(getSignedUrl, { ...named, bytes }, { signal }).catch(failSigning),
          begin: (bytes) => call(beginUpload, { ...named, bytes }, { signal }).catch(failSigning),
        },
        {
          signal,
          begun: kept.current.begun ?? undefined,
          onBegun: (begun) => {
            kept.current.begun = begun;
            keep(files);
          },
          onProgress: (sent, all) => change({ sent, all }),
        },
      );
      words = i18n.t(RECORDING_FAILED);
      change({ phase: 'recording' });
      await call(updateAnswerSheetUrl, { file_url, offline_test_student_response_id: test.offline_test_student_response_id });
      await forgetDraft(student_id, purpose);
      await refreshTests();
      onDone();
    } catch (failure) {
      if (signal.aborted) return change({ phase: 'choosing', fault: null });
      const isRefused = failure instanceof Problem && failure.status === 422;
      if (isRefused) kept.current = { made: null, begun: null };
      change({ phase: 'choosing', fault: serverWords(failure) ?? words });
    } finally {
      under.current = null;
    }
  };

  const sendRef = useRef(send);
  useEffect(() => {
    sendRef.current = send;
  });
  useEffect(() => {
    let isHere = true;
    void findDraft(student_id, purpose).then((draft) => {
      if (!isHere || !draft) return;
      kept.current = { made: draft.made, begun: draft.begun };
      setState((former) => ({ ...former, files: draft.files, isResumed: true }));
      // The upload was under way when the page closed.
      if (draft.begun) void sendRef.current(draft.files);
    });
    return () => {
      isHere = false;
      under.current?.abort();
    };
  }, [student_id, purpose]);

  const submit = () => {
    if (state.files.length === 0) change({ fault: i18n.t(NO_FILE) });
    else void send(state.files);
  };
  return { ...state, choose, submit, cancel: () => under.current?.abort() };
}
