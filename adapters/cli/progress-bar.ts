import cliProgress from 'cli-progress';

import type { OnProgress } from './answer.ts';

type Bar = { readonly onProgress: OnProgress; readonly stop: () => void };

/**
 * How far long work has come, while it lasts: a bar, or only words where the end is unknown. Leaves nothing behind; and as it changes
 * neither the cursor nor how the terminal breaks lines, nor does a command that is killed meanwhile.
 */
export const progressBar = (stream: NodeJS.WritableStream): Bar => {
  const bar = new cliProgress.SingleBar({
    stream,
    linewrap: true,
    clearOnComplete: true,
    barsize: 30,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    format: (options, { progress }, { text, share }: Parameters<OnProgress>[0]) =>
      share === undefined
        ? text
        : `${cliProgress.Format.BarFormat(progress, options)} ${Math.floor(progress * 100)} % · ${text}`,
  });
  let isShown = false;
  return {
    onProgress: (progress) => {
      const { share = 0 } = progress;
      if (isShown) bar.update(share, progress);
      else bar.start(1, share, progress);
      isShown = true;
    },
    stop: () => {
      if (isShown) bar.stop();
    },
  };
};

export const noBar: Bar = { onProgress: () => {}, stop: () => {} };
