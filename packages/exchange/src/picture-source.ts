import { fromBase64, type Pictures } from './markup/pictures.ts';
import type { Rendering } from './markup/render.ts';
import type { Notices } from './notices.ts';

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
};

/** How a text finds its pictures: in its own address as base64, or by name among the files of the source. */
export function pictureSource(find: (name: string) => Uint8Array | undefined, pictures: Pictures, notices: Notices): Rendering['picture'] {
  return (source, alt) => {
    const [, data] = /^data:image\/[\w.+-]{1,30};base64,(.*)$/s.exec(source) ?? [];
    if (data !== undefined) return pictures.add(`picture ${pictures.list.length + 1}`, fromBase64(data), alt);
    if (/^(?:https?:)?\/\//i.test(source)) {
      notices.loss('remote_picture', `A picture of another site was left out: ${source.slice(0, 120)}.`);
      return null;
    }
    const name = decoded(
      source
        .replace(/^@@PLUGINFILE@@\//, '')
        .replace(/^\$IMS-CC-FILEBASE\$\/?/, '')
        .replace(/[?#].*$/, ''),
    );
    return pictures.add(name, find(name), alt);
  };
}
