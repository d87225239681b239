import { beginUpload, getSignedUrl } from '@abhyas/contract/institute/stored-files';
import { call } from './call.ts';
import { jpegOf } from './jpeg-photo.ts';
import { uploadFile } from './upload.ts';

/** Uploads a student's photo as a JPEG, without the place and time that the camera noted, and returns its address. */
export async function uploadPhoto(photo: Blob, file_name: string, signal: AbortSignal): Promise<string> {
  const { bytes } = await jpegOf(photo);
  const named = { file_extension: 'jpg', file_name } as const;
  const calls = {
    sign: (size: number) => call(getSignedUrl, { ...named, bytes: size }, { signal }),
    begin: (size: number) => call(beginUpload, { ...named, bytes: size }, { signal }),
  };
  return uploadFile(new Blob([bytes as BlobPart], { type: 'image/jpeg' }), calls, { onProgress: () => undefined, signal });
}
