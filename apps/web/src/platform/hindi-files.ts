/** The files that only readers of Hindi need: the catalogue and the font. The service worker does not keep them for everybody. */
export const hindiFiles = /^\/assets\/(?:hindi|noto-sans-devanagari)-/;
