import { useCallback } from 'react';

/** A thumbnail on a canvas, because the content security policy refuses pictures from other addresses. */
export function PhotoThumbnail({ bytes }: { bytes: Blob }) {
  const draw = useCallback(
    (canvas: HTMLCanvasElement) => {
      let isHere = true;
      void createImageBitmap(bytes, { resizeWidth: 96, resizeQuality: 'low', imageOrientation: 'from-image' }).then(
        (picture) => {
          if (isHere) canvas.getContext('2d')?.drawImage(picture, 0, 0, 96, Math.round((96 * picture.height) / picture.width));
          picture.close();
        },
        () => undefined,
      );
      return () => {
        isHere = false;
      };
    },
    [bytes],
  );
  return <canvas ref={draw} width={96} height={128} className="w-48 h-64 rounded-small object-cover" aria-hidden />;
}
