import { type FileKind, fileKindOf } from '@abhyas/exam/institute/file-kinds';
import {
  IconFile,
  IconFileTypeDoc,
  IconFileTypePdf,
  IconFileTypeXls,
  IconMovie,
  IconPhoto,
  IconPresentation,
  type TablerIcon,
} from '@tabler/icons-react';

const icons: Record<FileKind, TablerIcon> = {
  Image: IconPhoto,
  Word: IconFileTypeDoc,
  Video: IconMovie,
  Powerpoint: IconPresentation,
  Excel: IconFileTypeXls,
  Pdf: IconFileTypePdf,
  File: IconFile,
};

/** The picture and name of a file's kind, chosen by the extension. */
export function FileIcon({ extension, size = 24 }: { extension: string; size?: number }) {
  const kind = fileKindOf(extension);
  const Icon = icons[kind];
  return <Icon size={size} stroke={1.5} role="img" aria-label={kind} />;
}
