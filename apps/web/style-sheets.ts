import type { Plugin, Rolldown } from 'vite';
import { firstParts } from './chunks.ts';

/** The entry's chunk and all that it imports; of what it imports dynamically, only the wanted parts. */
function chunksOf(bundle: Rolldown.OutputBundle, isWanted: (module: string) => boolean): Set<Rolldown.OutputChunk> {
  const found = new Set<Rolldown.OutputChunk>();
  const dynamic: string[] = [];
  const collect = (name: string) => {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || found.has(chunk)) return;
    for (const imported of chunk.imports) collect(imported);
    found.add(chunk);
    dynamic.push(...chunk.dynamicImports);
  };
  for (const file of Object.values(bundle)) if (file.type === 'chunk' && file.isEntry) collect(file.fileName);
  for (const name of dynamic) {
    const chunk = bundle[name];
    if (chunk?.type === 'chunk' && chunk.moduleIds.some(isWanted)) collect(name);
  }
  return found;
}

/**
 * Joins the style sheets of all chunks into two: the page waits for the first, and screens that few visits begin with load the other with
 * their code. More sheets would each be a request to wait for, and the page would be styled again after each.
 */
export const twoStyleSheets: Plugin = {
  name: 'two-style-sheets',
  apply: 'build',
  generateBundle(_options, bundle) {
    const first = chunksOf(bundle, (module) => firstParts.some((part) => part.test(module)));
    const others = [...chunksOf(bundle, () => true)].filter((chunk) => !first.has(chunk));
    for (const [name, chunks] of [
      ['style.css', [...first]],
      ['screens.css', others],
    ] as const) {
      const files = new Set(chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));
      let source = '';
      for (const file of files) {
        const sheet = bundle[file];
        if (sheet?.type !== 'asset') throw new Error(`The style sheet ${file} stands in two chunks`);
        source += sheet.source.toString();
        delete bundle[file];
      }
      const sheet = this.getFileName(this.emitFile({ type: 'asset', name, source }));
      for (const { viteMetadata } of chunks) if (viteMetadata?.importedCss.size) viteMetadata.importedCss = new Set([sheet]);
    }
  },
};
