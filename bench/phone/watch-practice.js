// Runs in the page before its own scripts, hence plain JavaScript: answers, verifies and steps on, as a student does.
(() => {
  const button = (name) =>
    [...document.querySelectorAll('button')].find(({ textContent, disabled }) => textContent.trim() === name && !disabled);

  /** Number of the typeset question on the screen; null while there is none. */
  const shownQuestion = () => {
    const article = document.querySelector('article');
    const isTypeset = article !== null && article.querySelector('[aria-busy="true"]') === null;
    const number = /^Question (\d+) of \d+$/.exec(article?.querySelector('h2')?.textContent ?? '')?.[1];
    return isTypeset && number !== undefined ? Number(number) : null;
  };

  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

  const until = async (isSo) => {
    while (!isSo()) await nextFrame();
  };

  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

  /** Answers each question but the last; returns milliseconds from each press on Next to the frame after the one with the next question. */
  window.practise = async (pauseMs) => {
    await until(() => shownQuestion() === 1);
    const count = Number(/\d+$/.exec(document.querySelector('article h2').textContent)[0]);
    const times = [];
    for (let shown = 1; shown < count; shown += 1) {
      await pause(pauseMs);
      // Chooses an option, or presses a key for a numerical question.
      (document.querySelector('article [data-option]') ?? button('1')).click();
      await until(() => button('Verify'));
      await pause(pauseMs);
      button('Verify').click();
      await until(() => !button('Verify') && button('Next'));
      await pause(pauseMs);
      const pressed = performance.now();
      button('Next').click();
      await until(() => shownQuestion() === shown + 1);
      await nextFrame();
      times.push(performance.now() - pressed);
    }
    return times;
  };
})();
