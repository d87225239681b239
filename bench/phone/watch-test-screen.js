// Runs in the page before its own scripts, hence plain JavaScript: presses Begin in the first frame that shows it, resolves with the time at which
// question 1 is shown, and can step through the paper.
(() => {
  const buttons = () => [...document.querySelectorAll('button')];

  /** Number of the typeset question on the screen; null while there is none. */
  const shownQuestion = () => {
    const article = document.querySelector('article:not([data-unseen] *)');
    const isTypeset = article !== null && article.querySelector('[aria-busy="true"]') === null;
    const number = /^Question (\d+)$/.exec(article?.querySelector('h2')?.textContent ?? '')?.[1];
    return isTypeset && number !== undefined ? Number(number) : null;
  };

  window.firstQuestionShown = new Promise((resolve) => {
    let isBegun = false;
    const watch = () => {
      if (!isBegun) {
        const begin = buttons().find(({ textContent, disabled }) => /^(Begin|Continue)$/.test(textContent) && !disabled);
        if (begin) {
          isBegun = true;
          begin.click();
        }
      } else if (shownQuestion() === null) {
        // Closes the tour, which is shown before a student's first test.
        buttons()
          .find(({ textContent }) => textContent === 'Skip and begin')
          ?.click();
      } else if (shownQuestion() === 1) {
        // In the frame after the one that was drawn with the question.
        requestAnimationFrame(() => resolve(performance.now()));
        return;
      }
      requestAnimationFrame(watch);
    };
    requestAnimationFrame(watch);
  });

  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

  window.stepThrough = async (count, pauseMs) => {
    // A press is a task of its own, so it must not run in the task of this call.
    await pause(pauseMs);
    for (let shown = shownQuestion(); shown < count; shown += 1) {
      buttons()
        .find(({ textContent }) => textContent === 'Save & Next')
        .click();
      while (shownQuestion() !== shown + 1) await nextFrame();
      await pause(pauseMs);
    }
  };
})();
