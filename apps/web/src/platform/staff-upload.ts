import { beginStaffUpload, getStaffSignedUrl } from '@abhyas/contract/institute/stored-files';
import { Problem } from '@abhyas/contract/problem';
import { extensionOf, MOST_FILE_BYTES, sharedFileExtensions } from '@abhyas/exam/institute/file-kinds';
import { endOf } from '@abhyas/exam/institute/cut-text';
import { call } from './call.ts';
import { uploadFile, type UploadOptions } from './upload.ts';

type SharedExtension = (typeof sharedFileExtensions)[number];
const takenExtension = (name: string): SharedExtension | undefined => sharedFileExtensions.find((one) => one === extensionOf(name));

/** Why a file cannot be shared, as a sentence; null if it can. */
export function faultOfFile({ name, size }: File): string | null {
  if (!takenExtension(name)) return 'Choose a PDF, a picture, a video, or a Word, Powerpoint or Excel file without macros.';
  if (size > MOST_FILE_BYTES) return 'File should be less than 100 MB.';
  return size === 0 ? 'This file is empty.' : null;
}

/** Uploads a file of the staff and resolves with the address under which it is stored. Throws a `Problem` when the server refuses it. */
export function sendStaffFile(file: File, options: Pick<UploadOptions, 'onProgress' | 'signal'>): Promise<string> {
  const file_extension = takenExtension(file.name);
  if (!file_extension) throw new Problem('refused_file');
  const named = { file_extension, file_name: endOf(file.name, 200) };
  const { signal } = options;
  const calls = {
    sign: (bytes: number) => call(getStaffSignedUrl, { ...named, bytes }, { signal }),
    begin: (bytes: number) => call(beginStaffUpload, { ...named, bytes }, { signal }),
  };
  return uploadFile(file, calls, options);
}
